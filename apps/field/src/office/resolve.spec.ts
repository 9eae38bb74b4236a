import { expect, it } from '@jest/globals';
import { pickerOf } from './resolve.ts';

const picker = (id: string, code: string) => ({
  ...{ id, code, name: id, status: 'active', photoUrl: null, updatedAt: '2026-01-01T00:00:00.000Z' },
});
const NOON = '2026-01-31T12:00:00.000Z';
const known = {
  pickers: [picker('w-ana', 'ANA0101'), picker('w-ben', 'BEN0101')],
  badges: [
    { code: 'K7Q2', workerId: 'w-ana', from: '2026-01-01T00:00:00.000Z', until: NOON },
    { code: 'K7Q2', workerId: 'w-ben', from: NOON, until: null },
    { code: 'ANA0101', workerId: 'w-ben', from: NOON, until: null },
    { code: 'GONE', workerId: 'w-left', from: NOON, until: null },
  ],
};
const whose = (code: string, at: string) => pickerOf(code, at, known)?.id;

it.each([
  ['K7Q2', '2026-01-31T11:59:59.999Z', 'w-ana'],
  ['K7Q2', NOON, 'w-ben'],
  [' k7q2 ', '2026-02-01T00:00:00.000Z', 'w-ben'],
  ['ANA0101', '2026-01-31T11:00:00.000Z', 'w-ana'],
  ['ana0101', NOON, 'w-ben'],
  ['ben0101', NOON, 'w-ben'],
  ['K7Q2', '2025-12-31T00:00:00.000Z', undefined],
  ['GONE', NOON, undefined],
  ['', NOON, undefined],
  ['K7Q', NOON, undefined],
])('%j at %s names %s', (code, at, id) => expect(whose(code, at)).toBe(id));
