import { expect, it } from '@jest/globals';
import { readingOf, readingsAccount } from './readings.ts';

const FIRST = Date.UTC(2026, 0, 1);
const stored = (deviceId: string, numbers: readonly number[]) => {
  const readings = numbers.map((number) => readingOf(FIRST, number));
  return { deviceId, ts: readings.map(({ ts }) => ts), te: readings.map(({ te }) => te) };
};

it('a reading count finds what is lost, duplicated, altered and unwanted, and ignores what was not acknowledged', () => {
  const acknowledgedAt = [1_000, 2_000];
  const devices = [
    { deviceId: 'whole', sent: 3, acknowledged: [0, 2] },
    { deviceId: 'loses', sent: 2, acknowledged: [0, 1] },
    { deviceId: 'doubles', sent: 2, acknowledged: [1] },
    { deviceId: 'alters', sent: 1, acknowledged: [0] },
    { deviceId: 'silent', sent: 0, acknowledged: [] },
  ].map((device) => ({ ...device, acknowledgedAt }));
  const rows = [
    stored('whole', [0, 1, 2]),
    stored('loses', [1]),
    stored('doubles', [0, 1, 1]),
    { ...stored('alters', [0]), te: [99] },
    stored('silent', [0]),
    stored('stranger', [0, 1]),
  ];
  expect(readingsAccount(devices, rows, FIRST)).toEqual({
    ...{ sent: 8, acknowledged: 6, stored: 11 },
    ...{ lost: 1, excused: 0, doubled: 1, altered: 1, unwanted: 3 },
  });
  const excusing = readingsAccount(devices, rows, FIRST, (at) => at <= 1_000);
  expect(excusing).toMatchObject({ lost: 0, excused: 1 });
});
