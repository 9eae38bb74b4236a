import { expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import { isBlocking, type PayRun, newPayRunId, type ShiftFact } from '../domain/index.ts';
import { aShift, policyState } from '../testing/builders.ts';
import type { CorrectedRun, PayrollRepositories } from './ports.ts';
import { payNow } from './work-out-pay.ts';

const day = (text: string) => text as LocalDate;
const WORKERS = 200;
const DAYS = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09'];
const POLICY = policyState({ hourlyRate: '10', restBreaks: 'average', validFrom: day('2026-01-01') });

const run = (from: string, to: string): PayRun => ({
  ...{ payRunId: newPayRunId(), from: day(from), to: day(to), projectId: null },
  ...{ createdAt: new Date(0), frozenAt: null, acknowledged: [], result: null },
});
const asked = (from: string, to: string) => ({ run: run(from, to), workerId: null, now: new Date() });
const shifts = Array.from({ length: WORKERS }, (_, worker) =>
  DAYS.map((each) => aShift(each, 'hourly', 8, { workerId: `worker-${worker}` })),
).flat();

/** Of a company whose frozen run paid nothing, so that each worker is owed the whole week. */
function repositories(seen: ShiftFact[], late: readonly ShiftFact[] = []): PayrollRepositories {
  const before = run('2026-01-05', '2026-01-11');
  const totals = { workers: 0, hours: 0, units: 0, gross: 0 };
  const result = { currency: 'EUR', policy: POLICY, flags: [], totals };
  const frozen: CorrectedRun = { ...before, result, wages: null, correctedAt: new Date(0) };
  const none = async function* () {};
  return {
    policies: { inForce: () => Promise.resolve([{ validFrom: POLICY.validFrom, state: POLICY }]) },
    wages: { ratesInForce: () => Promise.resolve([]), projectWagesInForce: () => Promise.resolve([]) },
    lines: {
      unpaidFor: () => Promise.resolve([]),
      paidBy: () => Promise.resolve([]),
      inRegularRate: () => Promise.resolve([]),
    },
    runs: {
      correctedBy: () => Promise.resolve([frozen]),
      tooOldFor: () => Promise.resolve([]),
      earlierOf: () => Promise.resolve([]),
      paidFor: () => Promise.resolve(new Map()),
    },
    work: {
      currency: () => Promise.resolve('EUR'),
      hasChanged: () => Promise.resolve(true),
      workers: () => Promise.resolve(new Map()),
      standings: () => Promise.resolve({}),
      worked: ({ from }: { from: string }) =>
        Promise.resolve({
          shifts: from === '2026-01-04' ? [...watched(seen), ...late] : [],
          elsewhere: [],
          sessions: none(),
        }),
    },
  } as unknown as PayrollRepositories;
}

/** The shifts, each of which is noted in `seen` when its rests are read. */
function watched(seen: ShiftFact[]): ShiftFact[] {
  return shifts.map((shift) => ({
    ...shift,
    get restMs() {
      seen.push(shift);
      return shift.restMs;
    },
  }));
}

it('takes 20 workers at a time, also of the run that it corrects', async () => {
  const seen: ShiftFact[] = [];
  const pay = await payNow(repositories(seen), asked('2026-01-12', '2026-01-18'));
  const { statements } = await pay.workOut();
  const workersAtOnce: number[] = [];
  const gross: number[] = [];
  for await (const batch of statements) {
    workersAtOnce.push(new Set(seen.map(({ workerId }) => workerId)).size);
    gross.push(...batch.map((statement) => statement.gross));
    seen.length = 0;
  }
  expect(Math.max(...workersAtOnce)).toBe(20);
  expect(gross).toEqual(Array.from({ length: WORKERS }, () => 400));
});

it('is blocked by a late shift of a corrected run that is running', async () => {
  const running = aShift('2026-01-05', 'hourly', 0, { workerId: 'ana', workMs: null });
  const pay = await payNow(repositories([], [running]), asked('2026-01-12', '2026-01-18'));
  const { flags, statements } = await pay.workOut();
  for await (const _ of statements);
  const { shiftId, day: on } = running;
  const payRunId = expect.any(String);
  expect(flags).toEqual([{ code: 'shift_running', workerId: 'ana', shiftId, day: on, payRunId }]);
  expect(flags.every((flag) => isBlocking(flag))).toBe(true);
});
