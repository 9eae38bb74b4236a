import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId, RUN_BY_SPREADSHEETS, TAKEN_FOR_NUMBERS } from '@furrow/kernel';
import fc from 'fast-check';
import { type ProductionOnPostgres, productionOnPostgres } from '../../../testing/production-on-postgres.ts';

let production: ProductionOnPostgres;
beforeAll(async () => {
  production = await productionOnPostgres();
});
afterAll(() => production.close());

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...`'=+-@＝＋－＠\t\r\n .,:/eE0123456789٣७３x`.split('')),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).filter((unit) => !unit.includes('\0')),
  ),
});

it('PostgreSQL guards and quotes the same text as TypeScript, because both use the same patterns', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 50, maxLength: 200 }), async (texts) => {
      const judged = await production.database.tenant(newId(), (tx) =>
        tx.query<{ guarded: boolean; quoted: boolean }>(
          `SELECT text ~ $2 AS guarded, text ~ $3 AS quoted
           FROM unnest($1::text[]) WITH ORDINALITY AS each(text, position) ORDER BY position`,
          [texts, RUN_BY_SPREADSHEETS.source, TAKEN_FOR_NUMBERS.source],
        ),
      );
      expect(judged).toEqual(
        texts.map((each) => ({
          guarded: RUN_BY_SPREADSHEETS.test(each),
          quoted: TAKEN_FOR_NUMBERS.test(each),
        })),
      );
    }),
    { numRuns: 30 },
  );
});
