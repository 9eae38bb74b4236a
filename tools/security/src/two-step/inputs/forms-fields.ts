import { randomUUID } from 'node:crypto';
import { asJson } from '../../client.ts';
import type { Farm } from '../../stage/farm.ts';
import { ZONE } from '../../stage/farm-file.ts';
import { createUpTo } from '../limit.ts';
import { readsAndUnread } from '../reads-and-unread.ts';
import type { TwoStep } from '../two-step.ts';

/** The most that a form may have. */
const FIELDS = 300;
/** Together just below what the values of a record may have. */
const LETTERS = 300;
const RECORDS = 200;
const AT_ONCE = 15;

/** Each export of a form has a column for each field, and a line for each record. */
export const formsFields: TwoStep = {
  name: 'forms × fields',
  prepare: async ({ rival, stage }, { quick }) => {
    const fields = quick ? FIELDS / 10 : FIELDS;
    const form = await wideForm(rival, fields);
    const values = Object.fromEntries(names(fields).map((name) => [name, 'x'.repeat(LETTERS)]));
    const records = await createUpTo(quick ? 5 : RECORDS, () =>
      rival.send('ana', 'POST', '/api/control/forms/record', {
        ...{ formId: form, clientRecordId: randomUUID(), values },
        forced_location: { projectId: rival.ids.projects['north'], sectorId: rival.ids.sectors['north/s0'] },
      }),
    );
    const requests = ['json', 'csv', 'ndjson', 'geojson'].map((format) => {
      const {
        method,
        path,
        headers = {},
      } = asJson(
        ...(['GET', `/api/control/forms/${form}/records?format=${format}`, rival.as('ana')] as const),
      );
      return { method, path, headers: Object.entries(headers) };
    });
    return {
      made: `${records} records of ${fields} fields of ${LETTERS} letters`,
      send: () => readsAndUnread(stage.api.ready.url, requests, quick ? 4 : AT_ONCE),
    };
  },
};

const names = (count: number) => Array.from({ length: count }, (_, i) => `field${i}`);

/** Forms are the operator's; records are the tenant's. */
async function wideForm({ stage, key, mark }: Farm, fields: number): Promise<string> {
  const { forms } = await stage.operator.apply<{ forms: Readonly<Record<string, string>> }>({
    company: { key, name: `Company ${mark}`, timezone: ZONE, currency: 'USD' },
    forms: [
      {
        ...{ key: 'wide', name: `Wide ${mark}`, type: 'monitoring', access: { roles: ['supervisor'] } },
        fields: names(fields).map((name) => ({ name, label: name, type: 'text' })),
      },
    ],
  });
  return forms['wide'] ?? '';
}
