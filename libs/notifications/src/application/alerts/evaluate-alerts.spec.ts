import { expect, it } from '@jest/globals';
import type { AlertAttempt, AlertQueue, AlertSlice, DeviceKey, DueDevice } from '../alert-ports.ts';
import { EvaluateAlerts } from './evaluate-alerts.ts';

const clock = { now: () => new Date('2026-03-01T08:00:00Z') };
const device = (deviceId: string, over: Partial<DueDevice> = {}): DueDevice => ({
  ...{ companyId: 'a', deviceId, through: new Date(0), rules: 1, failures: 0, ...over },
});
const idsOf = (devices: readonly DeviceKey[]) => devices.map(({ deviceId }) => deviceId);

function evaluating(
  work: (slice: AlertSlice) => readonly DueDevice[] | undefined,
  begin = () => Promise.resolve(),
) {
  const begun: AlertAttempt[] = [];
  const worked: string[][] = [];
  const queue = {
    begin(attempts: readonly AlertAttempt[]) {
      begun.push(...attempts);
      return begin();
    },
    work(slice: AlertSlice) {
      worked.push(idsOf(slice.devices));
      return Promise.resolve(slice).then(work);
    },
  } as unknown as AlertQueue;
  return { alerts: new EvaluateAlerts(queue, clock), begun, worked };
}

it('a failing device holds up no other, and is reported afterwards', async () => {
  const { alerts, worked, begun } = evaluating(({ devices }) => {
    if (devices.some(({ deviceId }) => deviceId === 'bad')) throw new Error('out of range');
    return [];
  });
  const due = [device('bad', { failures: 1 }), device('good'), device('late', { failures: 2 })];
  await expect(alerts.execute(due)).rejects.toThrow('bad: Error: out of range');
  expect(worked).toEqual([['good'], ['bad'], ['late']]);
  expect(
    begun.map(({ deviceId, attempts, retryAt }) => [deviceId, attempts, retryAt?.toISOString() ?? null]),
  ).toEqual([
    ['good', 1, null],
    ['bad', 2, null],
    ['late', 3, '2026-03-01T08:10:00.000Z'],
  ]);
});

it('what is left of a device follows in slices of its own, and one evaluation has a limited number of them', async () => {
  const { alerts, worked } = evaluating(({ devices }) => devices.map((one) => ({ ...one, failures: 0 })));
  expect(await alerts.execute([device('x'), device('y')])).toBe(100);
  expect(worked.slice(0, 4)).toEqual([['x', 'y'], ['x'], ['y'], ['x']]);
});

it('ends when attempts cannot be recorded, or another process is working', async () => {
  const unavailable = evaluating(
    () => [],
    () => Promise.reject(new Error('no database')),
  );
  await expect(unavailable.alerts.execute([device('x')])).rejects.toThrow('no database');
  expect(unavailable.worked).toEqual([]);
  const beside = evaluating(() => undefined);
  expect(await beside.alerts.execute([device('x'), device('y', { failures: 1 })])).toBeUndefined();
  expect(beside.worked).toHaveLength(1);
});

it('a look is bounded, and the next one continues after it', async () => {
  const devices = Array.from({ length: 7 }, (_, page) => device(`page-${page}`));
  const looked: (string | undefined)[] = [];
  const queue = {
    look(_: Date, after: DeviceKey | undefined) {
      looked.push(after?.deviceId);
      const next = devices[devices.findIndex(({ deviceId }) => deviceId === after?.deviceId) + 1];
      return Promise.resolve({ due: Array.from({ length: 2_000 }, () => device('due')), next });
    },
  } as unknown as AlertQueue;
  const alerts = new EvaluateAlerts(queue, clock);
  expect((await alerts.look()).length).toBe(10_000);
  expect((await alerts.look()).length).toBe(6_000);
  expect(looked).toEqual([undefined, ...idsOf(devices)]);
});
