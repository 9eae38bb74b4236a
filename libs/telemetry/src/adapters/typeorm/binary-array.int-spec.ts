import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import fc from 'fast-check';
import { type TelemetryOnPostgres, telemetryOnPostgres } from '../../testing/telemetry-on-postgres.ts';
import { float8s, texts, uuids } from './binary-array.ts';

let telemetry: TelemetryOnPostgres;
beforeAll(async () => {
  telemetry = await telemetryOnPostgres();
});
afterAll(() => telemetry.close());

/** How PostgreSQL reads an array, element by element. */
async function read(type: string, array: Buffer): Promise<unknown[]> {
  const [row] = await telemetry.query<{ all: unknown[] }>(
    newId(),
    `SELECT coalesce(json_agg(element ORDER BY n), '[]') AS all FROM unnest($1::${type}[]) WITH ORDINALITY AS _ (element, n)`,
    [array],
  );
  return row!.all;
}

it('a binary array contains numbers and null', async () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.constant(1.76e12),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(number)), async (values) => {
      expect(await read('float8', float8s(values))).toEqual(
        values.map((value) => (value === 0 ? expect.closeTo(0) : value)),
      );
    }),
    { numRuns: 50 },
  );
});

it('a binary array contains ids and null', async () => {
  const ids = [randomUUID(), null, randomUUID(), '00000000-0000-0000-0000-000000000000', randomUUID()];
  expect(await read('uuid', uuids(ids))).toEqual(ids);
  expect(await read('uuid', uuids([]))).toEqual([]);
});

it('a binary array contains consecutive ids, adjacent, after null and after others', async () => {
  const [a, b] = [randomUUID(), randomUUID()];
  const ids = [a, a, null, a, null, null, b, b, b, a];
  expect(await read('uuid', uuids(ids))).toEqual(ids);
});

it('a binary array contains texts of any characters and lengths', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 300 }).filter((each) => !each.includes('\0'));
  await fc.assert(
    fc.asyncProperty(fc.array(text), async (values) => {
      expect(await read('text', texts(values))).toEqual(values);
    }),
    { numRuns: 50 },
  );
});
