import { expect, it } from '@jest/globals';
import type { PhoneSession, RecordRow } from '../phone/row.ts';
import { rowsToTake, sessionsMet } from './session-report.ts';

const own: RecordRow = {
  ...{ id: 'item', kind: 'record', at: '2026-01-31T10:00:00.000Z', session: 'day', clientEventId: 'e1' },
  ...{ workerId: 'ana', units: 1 },
};
const officeRow = { ...own, id: 'office:r1', recordId: 'r1', isFromOffice: true as const };

it('takes a record of another phone, and nothing that the phone has alike', () => {
  expect(rowsToTake([officeRow], [])).toEqual([officeRow]);
  expect(rowsToTake([officeRow], [own])).toEqual([]);
  expect(rowsToTake([officeRow], [{ ...own, clientEventId: 'e2' }])).toEqual([officeRow]);
});

it('takes the units and shares of the office, and that a record was taken back, onto the own row', () => {
  expect(rowsToTake([{ ...officeRow, units: 2 }], [own])).toEqual([{ ...own, units: 2 }]);
  expect(rowsToTake([{ ...officeRow, isVoided: true }], [own])).toEqual([{ ...own, isVoided: true }]);
  const parts = (units: number) => [{ workerId: 'ana', units }];
  expect(rowsToTake([{ ...officeRow, units: 2, shares: parts(2) }], [{ ...own, shares: parts(1) }])).toEqual([
    { ...own, units: 2, shares: parts(2) },
  ]);
  // What is taken back here, and not sent yet, stays so.
  expect(rowsToTake([officeRow], [{ ...own, isVoided: true }])).toEqual([]);
});

it('knows a session of the office by the key that the phone gave it, and stays closed', () => {
  const session = {
    ...{ sessionId: 's-1', localId: 'day', status: 'open', projectId: 'p', sectorId: 'n', sector_name: 'N' },
    ...{ openedAt: '2026-01-31T08:00:00.000Z', samplingUnit: 'kg' },
  } as Parameters<typeof sessionsMet>[0][number];
  const known = { key: 'day', projectId: 'p', sectorId: 'n', sectorName: 'N', openedAt: '' } as PhoneSession;
  expect(sessionsMet([session], [])).toMatchObject([{ key: 'day', sessionId: 's-1', unit: 'kg' }]);
  expect(sessionsMet([{ ...session, localId: null }], [])).toMatchObject([{ key: 's-1' }]);
  expect(
    sessionsMet([{ ...session, localId: null }], [{ ...known, key: 'mine', sessionId: 's-1' }]),
  ).toMatchObject([{ key: 'mine' }]);
  expect(sessionsMet([session], [{ ...known, isClosed: true }])).toMatchObject([{ isClosed: true }]);
  expect(sessionsMet([{ ...session, status: 'closed' }], [known])).toMatchObject([{ isClosed: true }]);
  expect(sessionsMet([session], [known])[0]).not.toHaveProperty('isClosed');
});
