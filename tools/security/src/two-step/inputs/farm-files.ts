import { workbookOf } from '@furrow/spreadsheet/testing';
import type { Answer } from '../../client.ts';
import type { Farm } from '../../stage/farm.ts';
import { declared, numbers } from '../declared.ts';
import type { TwoStep } from '../two-step.ts';

const SECTORS = 100;
/** The outline of a field that is drawn by hand, and the most that one may have. */
const POSITIONS = { quick: 100, long: 300 };
/** More than a company may have. */
const MOST_SECTORS = 3_000;
const FIELDS = 300;
const LANGUAGES = ['es', 'pt', 'fr', 'it', 'ro'];
const AT_ONCE = 4;

/** Each dry run reads, checks and compares the whole farm; each import also the forms that there are. */
export const farmFiles: TwoStep = {
  name: 'farm files × dry runs',
  prepare: async ({ rival }, { quick }) => {
    const [each, positions] = quick ? [5, POSITIONS.quick] : [SECTORS, POSITIONS.long];
    const sectors = await declared(rival, quick ? each : MOST_SECTORS, each, (from, to) =>
      farmOf(rival, from, to, positions),
    );
    const file = farmOf(rival, 0, each, positions);
    const workbook = xlsForm(quick ? 10 : FIELDS);
    const bytes = JSON.stringify(file).length;
    return {
      made: `${sectors} sectors of ${positions} positions, a farm file of ${Math.round(bytes / 1_000)} kB, an XLSForm of ${Math.round(workbook.length / 1_000)} kB`,
      send: async () => {
        const dryRuns = Array.from({ length: AT_ONCE }, () => [
          rival.send('ada', 'PATCH', '/api/control/farm?dryRun=true', file),
          imported(rival, workbook),
          rival.send('ada', 'GET', '/api/control/farm'),
          inYaml(rival),
        ]).flat();
        // Of a farm that is as large as it may be, a form that it does not have is one too many.
        const isWrong = ({ status, text }: Answer) =>
          status >= 300 && status !== 503 && !text.includes('a company has at most');
        const wrong = (await Promise.all(dryRuns)).filter(isWrong);
        if (wrong[0]) throw new Error(`${wrong[0].status}: ${wrong[0].text.slice(0, 300)}`);
        return dryRuns.length;
      },
    };
  },
};

function farmOf({ mark }: Farm, from: number, to: number, positions: number) {
  const outline = (at: number) => {
    const ring = Array.from({ length: positions }, (_, i) => {
      const angle = (2 * Math.PI * i) / positions;
      return [-70 + at / 100 + Math.cos(angle) / 250, -33 + Math.sin(angle) / 250];
    });
    return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
  };
  const each = numbers(from, to).map((i) => ({
    ...{ key: `drawn-${i}`, name: `Drawn ${i} ${mark}`, crop: 'Cherry', variety: mark, boundary: outline(i) },
  }));
  const project = { key: 'drawn', name: `Drawn ${mark}`, timezone: 'UTC', sectors: each };
  return {
    projects: [{ ...project, defaults: { samplingUnit: 'kg', pricePerUnit: 1, maxDurationHours: 12 } }],
  };
}

const inYaml = (farm: Farm) =>
  farm.stage.clients.api.send({
    ...{ method: 'GET', path: '/api/control/farm' },
    headers: { accept: 'application/yaml', ...farm.as('ada') },
  });

const imported = (farm: Farm, body: Buffer) =>
  farm.stage.clients.api.send({
    ...{ method: 'POST', path: '/api/control/forms/import?dryRun=true', body },
    headers: { 'content-type': 'application/octet-stream', ...farm.as('ada') },
  });

function xlsForm(fields: number): Buffer {
  const languages = LANGUAGES.map((tag) => `label::${tag.toUpperCase()} (${tag})`);
  const names = Array.from({ length: fields }, (_, i) => `field${i}`);
  const rows = names.map((name, i) => {
    const relevant = i === 0 ? '' : `\${${names[i - 1]}} != ''`;
    return ['text', name, name, relevant, ...languages.map((language) => `${language} ${name}`)];
  });
  return workbookOf([
    { name: 'survey', rows: [['type', 'name', 'label', 'relevant', ...languages], ...rows] },
    { name: 'settings', rows: [['form_id'], ['wide-import']] },
  ]);
}
