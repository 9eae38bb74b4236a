import { randomUUID } from 'node:crypto';
import { workbookOf } from '@furrow/spreadsheet/testing';
import type { Farm } from '../../stage/farm.ts';
import type { TwoSteps } from '../two-step.ts';

const FARM = '/api/control/farm';
/** The most fields that a form may have. */
const FIELDS = 300;
const LANGUAGES = ['es', 'pt', 'fr', 'it', 'ro'];
const DEFAULTS = { samplingUnit: 'kg', pricePerUnit: 1, maxDurationHours: 12 };

export const FARMS: TwoSteps = {
  /** Each event of a company is sent to each of its hooks. */
  'hooks × events': async (tenant) => {
    const { farm, quick, receiver } = tenant;
    const [most, count] = quick ? [3, 100] : [100, 1_000];
    const body = { url: receiver.url, events: ['shift.recorded'] };
    const hooks = await tenant.createUpTo(most, () =>
      farm.send('ada', 'POST', '/api/control/webhooks', body),
    );
    let expected = 0;
    return {
      made: `${hooks} hooks`,
      send: async () => {
        expected = receiver.ids.length + hooks * count;
        await tenant.recordShifts([farm.worker], count);
        return 1;
      },
      // At least once: a delivery that was cut off is sent again.
      isDone: async () => receiver.ids.length >= expected,
    };
  },

  /** Each export of a form has a column for each field, and a line for each record. */
  'forms × fields': async (tenant) => {
    const { farm, quick } = tenant;
    // The texts together are just below what the values of a record may have.
    const [fields, letters] = [quick ? FIELDS / 10 : FIELDS, 300];
    const names = namesOf(fields);
    const { forms } = await farm.stage.operator.apply<{ forms: Readonly<Record<string, string>> }>({
      ...{ company: farm.company },
      forms: [
        {
          ...{
            key: 'wide',
            name: `Wide ${farm.mark}`,
            type: 'monitoring',
            access: { roles: ['supervisor'] },
          },
          fields: names.map((name) => ({ name, label: name, type: 'text' })),
        },
      ],
    });
    const values = Object.fromEntries(names.map((name) => [name, 'x'.repeat(letters)]));
    const records = await tenant.createUpTo(quick ? 5 : 200, () =>
      farm.send('ana', 'POST', '/api/control/forms/record', {
        ...{ formId: forms['wide'], clientRecordId: randomUUID(), values, forced_location: farm.north },
      }),
    );
    const requests = ['json', 'csv', 'ndjson', 'geojson'].map((format) =>
      tenant.read(`/api/control/forms/${forms['wide']}/records?format=${format}`),
    );
    return {
      made: `${records} records of ${fields} fields of ${letters} letters`,
      send: () => tenant.readsAndUnread(requests, 15),
    };
  },

  /** Each dry run reads, checks and compares the whole farm; each import also the forms that there are. */
  'farm files × dry runs': async (tenant) => {
    const { farm, quick } = tenant;
    // A field that is drawn by hand has an outline of so many positions at most; a company has fewer sectors than that.
    const [each, most, positions] = quick ? [5, 5, 100] : [100, 3_000, 300];
    const projectOf = (index: number, sectors: number) => ({
      ...{ key: 'drawn', name: `Drawn ${farm.mark}`, timezone: 'UTC', defaults: DEFAULTS },
      sectors: Array.from({ length: sectors }, (_, i) => sectorOf(farm, index + i, positions)),
    });
    const requests = await tenant.declare(most / each, 1, 'projects', (i) => projectOf(i * each, each));
    const file = { projects: [projectOf(0, each)] };
    const workbook = xlsForm(quick ? 10 : FIELDS);
    const kB = [JSON.stringify(file), workbook].map(({ length }) => `${Math.round(length / 1_000)} kB`);
    const { api } = farm.stage.clients;
    const as = (headers: object) => ({ ...headers, ...farm.as('ada') });
    const dryRuns = () => [
      farm.send('ada', 'PATCH', `${FARM}?dryRun=true`, file),
      api.send({
        ...{ method: 'POST', path: '/api/control/forms/import?dryRun=true', body: workbook },
        headers: as({ 'content-type': 'application/octet-stream' }),
      }),
      farm.send('ada', 'GET', FARM),
      api.send({ method: 'GET', path: FARM, headers: as({ accept: 'application/yaml' }) }),
    ];
    return {
      made: `${requests * each} sectors of ${positions} positions, a farm file of ${kB[0]}, an XLSForm of ${kB[1]}`,
      // Of a farm that is as large as it may be, a form that it does not have is one too many.
      send: () => tenant.allServed(Array.from({ length: 4 }, dryRuns).flat(), 'a company has at most'),
    };
  },
};

const namesOf = (count: number) => Array.from({ length: count }, (_, i) => `field${i}`);

function sectorOf({ mark }: Farm, index: number, positions: number) {
  const ring = Array.from({ length: positions }, (_, i) => {
    const angle = (2 * Math.PI * i) / positions;
    return [-70 + index / 100 + Math.cos(angle) / 250, -33 + Math.sin(angle) / 250];
  });
  const boundary = { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
  return { key: `drawn-${index}`, name: `Drawn ${index} ${mark}`, crop: 'Cherry', variety: mark, boundary };
}

function xlsForm(fields: number): Buffer {
  const languages = LANGUAGES.map((tag) => `label::${tag.toUpperCase()} (${tag})`);
  const names = namesOf(fields);
  const rows = names.map((name, i) => {
    const relevant = i === 0 ? '' : `\${${names[i - 1]}} != ''`;
    return ['text', name, name, relevant, ...LANGUAGES.map((tag) => `${tag} ${name}`)];
  });
  return workbookOf([
    { name: 'survey', rows: [['type', 'name', 'label', 'relevant', ...languages], ...rows] },
    { name: 'settings', rows: [['form_id'], ['wide-import']] },
  ]);
}
