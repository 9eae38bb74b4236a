import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type LocalDate, newId } from '@furrow/kernel';
import { until } from '@furrow/testbed';
import {
  aPaidCompany,
  DAY,
  PayrollOnPostgres,
  type PayrollProcess,
  worked,
} from '../../testing/payroll-on-postgres.ts';
import type { PaidCompany } from '../../testing/paid-company.ts';
import { FrozenWork } from './frozen-work.ts';

let postgres: PayrollOnPostgres;
let one: PayrollProcess;
let other: PayrollProcess;
let farm: PaidCompany;
let shiftId: string;
let payRunId: string;
beforeAll(async () => {
  postgres = await PayrollOnPostgres.start();
  [one, other] = [await postgres.process(), await postgres.process()];
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  farm = await aPaidCompany(one);
  shiftId = await worked(one, farm, 4);
  payRunId = await opened(null);
});

const opened = async (projectId: string | null) =>
  (await one.payroll.openPayRun.execute(farm.companyId, farm.admin.userId, { from: DAY, to: DAY, projectId }))
    .run.payRunId;
const freeze = (run = payRunId) =>
  one.payroll.freezePayRun.execute(farm.companyId, farm.admin, { payRunId: run, acknowledge: [] });
const voidShift = () =>
  other.workforce.voidShift.execute(farm.companyId, { shiftId, reason: null, voidsPaid: false });
const grossOf = async (run = payRunId) =>
  (await one.payroll.getPayRun.execute(farm.companyId, run, () => async (figures) => figures)).totals.gross;

/** Whether somebody waits for a lock of this kind. */
const isWaiting = (kind: 'advisory' | 'transactionid' | 'tuple') =>
  one.database
    .system((tx) =>
      tx.query(
        `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database OR pg_locks.database IS NULL
          WHERE datname = current_database() AND NOT granted AND locktype = $1`,
        [kind],
      ),
    )
    .then((rows) => rows.length > 0);

/** Holds a row while `work` runs until somebody waits for it. */
async function whileLocked(sql: string, work: (release: () => void) => Promise<void>): Promise<void> {
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  let locked = false;
  const holding = one.database.tenant(farm.companyId, async (tx) => {
    await tx.query(sql);
    locked = true;
    await released;
  });
  await until('the row is locked', () => locked);
  try {
    await work(() => release(undefined));
  } finally {
    release(undefined);
    await holding;
  }
}

describe('a void and a freeze at once', () => {
  it('of a freeze that is under way, the void waits and is refused', async () => {
    await whileLocked(
      `SELECT FROM workforce.workers WHERE worker_id = '${farm.workerId}' FOR UPDATE`,
      async (release) => {
        const freezing = freeze();
        await until('the freeze stores the statement', () => isWaiting('transactionid'));
        const voiding = voidShift();
        voiding.catch(() => undefined);
        await until('the void waits', () => isWaiting('advisory'));
        release();
        await freezing;
        await expect(voiding).rejects.toMatchObject({ code: 'paid_by_frozen_run', facts: { payRunId } });
      },
    );
    expect(await grossOf()).toBe(40);
  });

  it('of a void that is under way, the freeze waits and does not pay it', async () => {
    await whileLocked(
      `SELECT FROM workforce.shifts WHERE shift_id = '${shiftId}' FOR UPDATE`,
      async (release) => {
        const voiding = voidShift();
        await until('the void waits for the shift', () => isWaiting('transactionid'));
        const freezing = freeze();
        await until('the freeze waits', () => isWaiting('advisory'));
        release();
        await Promise.all([voiding, freezing]);
      },
    );
    expect(await grossOf()).toBe(0);
  });

  it('agree on who was first, whichever it was', async () => {
    for (let round = 0; round < 20; round++) {
      shiftId = await worked(one, farm, 1);
      const day = await opened(null);
      const before = await grossOf(day);
      const [voided] = await Promise.allSettled([voidShift(), freeze(day)]);
      const paid = await grossOf(day);
      if (voided.status === 'fulfilled') expect(paid).toBe(before - 10);
      else expect([paid, voided.reason.code]).toEqual([before, 'paid_by_frozen_run']);
      farm = await aPaidCompany(one);
    }
  });
});

it('voids of one company do not wait for each other', async () => {
  await one.database.tenant(farm.companyId, async (tx) => {
    await new FrozenWork(tx).holdFreezes();
    await expect(voidShift()).resolves.toBeUndefined();
  });
});

it('a run has paid its days and projects, and none of another company', async () => {
  const paidBy = (companyId: string, day: string, projectId: string) =>
    one.database.tenant(companyId, (tx) => new FrozenWork(tx).paidBy(day as LocalDate, projectId));
  const { companyId, projectId } = farm;
  expect(await paidBy(companyId, DAY, projectId)).toBeUndefined();
  const ofProject = await opened(projectId);
  await freeze(ofProject);
  expect(await paidBy(companyId, DAY, projectId)).toBe(ofProject);
  expect(await paidBy(companyId, DAY, newId())).toBeUndefined();
  expect(await paidBy(companyId, '2026-01-04', projectId)).toBeUndefined();
  expect(await paidBy(companyId, '2026-01-06', projectId)).toBeUndefined();
  const neighbour = await aPaidCompany(one);
  expect(await paidBy(neighbour.companyId, DAY, projectId)).toBeUndefined();
});
