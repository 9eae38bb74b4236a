import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { servingTimeouts } from '@furrow/database';
import { until } from '@furrow/testbed';
import { listedResult, MAX_DRAFTS, type PayResult } from '../../domain/index.ts';
import {
  aPaidCompany,
  DAY,
  PayrollOnPostgres,
  type PayrollProcess,
  worked,
} from '../../testing/payroll-on-postgres.ts';
import type { PaidCompany } from '../../testing/paid-company.ts';

const DAYS = { from: DAY, to: DAY, projectId: null };
const NOTHING: PayResult = {
  ...{ currency: null, policy: null, flags: [] },
  totals: { workers: 0, hours: 0, units: 0, gross: 0 },
};

let postgres: PayrollOnPostgres;
let one: PayrollProcess;
let other: PayrollProcess;
let farm: PaidCompany;
beforeAll(async () => {
  postgres = await PayrollOnPostgres.start();
  [one, other] = [await postgres.process(), await postgres.process()];
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  farm = await aPaidCompany(one);
});

const endings: (() => void)[] = [];
/** A test that fails must not keep the others waiting. */
afterEach(() => endings.splice(0).forEach((end) => end()));

/** A calculation that lasts until it is told to end. */
function held({ transactions }: PayrollProcess, companyId = farm.companyId) {
  const { promise: ending, resolve: end } = Promise.withResolvers<undefined>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<undefined>();
  const ended = transactions.calculate(companyId, 'read', () => {
    begin(undefined);
    return ending;
  });
  endings.push(() => end(undefined));
  return { begun, end: () => (end(undefined), ended) };
}

const inUse = ({ database: { poolState } }: PayrollProcess) => poolState.total - poolState.idle;
const listed = async ({ payroll }: PayrollProcess) => {
  const runs: { payRunId: string; gross: number | undefined; calculatedAt: Date | null }[] = [];
  const request = { page: 1, pageSize: 100, withStatements: false };
  await payroll.listPayRuns.execute(farm.companyId, request, async ({ payRunId, listed, calculatedAt }) => {
    runs.push({ payRunId, gross: listed?.totals.gross, calculatedAt });
  });
  return runs;
};
const opened = async (by = one) =>
  (await by.payroll.openPayRun.execute(farm.companyId, farm.admin.userId, DAYS)).run.payRunId;
const read = (payRunId: string, by = one) =>
  by.payroll.getPayRun.execute(farm.companyId, payRunId, () => async (figures) => figures);

describe('calculations of a company', () => {
  it('run one at a time in all processes, and those of another company meanwhile', async () => {
    let [running, most, done] = [0, 0, 0];
    const calculation = ({ transactions }: PayrollProcess, purpose: 'read' | 'freeze') =>
      transactions.calculate(farm.companyId, purpose, async ({ yieldToOthers, work }) => {
        most = Math.max(most, ++running);
        await work.currency();
        await yieldToOthers();
        running--;
        done++;
      });
    const first = held(one);
    await first.begun;
    const rest = [one, other].flatMap((each) =>
      (['read', 'read', 'read', 'freeze', 'freeze'] as const).map((purpose) => calculation(each, purpose)),
    );
    // One transaction waits for each purpose and process, and the first one runs.
    await until('the others wait', () => inUse(one) === 2 && inUse(other) === 2);
    const neighbour = await aPaidCompany(one);
    const ofNeighbour = { ...DAYS, projectId: neighbour.projectId };
    await other.payroll.openPayRun.execute(neighbour.companyId, neighbour.admin.userId, ofNeighbour);
    expect([inUse(one), inUse(other), done]).toEqual([2, 2, 0]);
    await first.end();
    await Promise.all(rest);
    expect({ most, done }).toEqual({ most: 1, done: 10 });
  });

  it('begin later than those before them, by the clock of PostgreSQL', async () => {
    const instants: number[] = [];
    const note = ({ transactions }: PayrollProcess) =>
      transactions.calculate(farm.companyId, 'read', async ({ runs }, at) => {
        instants.push(at.getTime());
        await runs.drafts();
      });
    await Promise.all([one, other, one, other, one, other].map(note));
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
  });

  it('let a freeze pass the reads that wait in its process', async () => {
    const payRunId = await opened();
    const first = held(one);
    await first.begun;
    const order: string[] = [];
    const reads = Array.from({ length: 8 }, () => read(payRunId).then(() => order.push('read')));
    await until('the reads wait', () => one.transactions.turns.waiting === reads.length);
    const freezing = one.payroll.freezePayRun
      .execute(farm.companyId, farm.admin, { payRunId, acknowledge: [] })
      .then(() => order.push('freeze'));
    await until('the freeze waits for its turn', () => inUse(one) === 2);
    await first.end();
    await Promise.all([...reads, freezing]);
    expect(order.indexOf('freeze')).toBeLessThanOrEqual(1);
  });

  it('end before their figures are read: a slow reader holds neither a turn nor a connection', async () => {
    const payRunId = await opened();
    const { promise: readSlowly, resolve: finish } = Promise.withResolvers<undefined>();
    let isReading = false;
    const slow = one.payroll.getPayRun.execute(farm.companyId, payRunId, () => async () => {
      isReading = true;
      await readSlowly;
    });
    await until('the slow reader has its figures', () => isReading);
    expect(inUse(one)).toBe(0);
    await one.payroll.freezePayRun.execute(farm.companyId, farm.admin, { payRunId, acknowledge: [] });
    finish(undefined);
    await slow;
  });

  it('are refused when too many wait, or when their turn does not come in time', async () => {
    const busy = { code: 'overloaded' };
    const hasty = await postgres.process(servingTimeouts(600));
    const first = held(one);
    await first.begun;
    await expect(hasty.transactions.calculate(farm.companyId, 'freeze', async () => 1)).rejects.toMatchObject(
      busy,
    );
    const waiting = Array.from({ length: 16 }, () =>
      one.transactions.calculate(farm.companyId, 'read', async () => 1),
    );
    const late = one.transactions.calculate(farm.companyId, 'read', async () => 1);
    await expect(late).rejects.toMatchObject(busy);
    await first.end();
    expect(await Promise.all(waiting)).toHaveLength(16);
  });
});

it('a company has at most 20 drafts, however many are opened at once', async () => {
  const opening = Array.from({ length: 24 }, (_, index) => opened(index % 2 === 0 ? one : other));
  const outcomes = await Promise.allSettled(opening);
  const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused).toHaveLength(4);
  for (const reason of refused)
    expect(reason).toMatchObject({ code: 'too_many_drafts', facts: { limit: MAX_DRAFTS } });
  const runs = await listed(one);
  expect(runs).toHaveLength(MAX_DRAFTS);
  await one.payroll.freezePayRun.execute(farm.companyId, farm.admin, {
    payRunId: runs[0]?.payRunId ?? '',
    acknowledge: [],
  });
  await opened();
  await expect(opened(other)).rejects.toMatchObject({ code: 'too_many_drafts' });
  await one.payroll.deletePayRun.execute(farm.companyId, runs[1]?.payRunId ?? '');
  await opened(other);
});

describe('a list', () => {
  const keep = (payRunId: string, at: Date, gross: number) =>
    one.transactions.run(farm.companyId, ({ runs }) =>
      runs.keepListed(payRunId, at, listedResult({ ...NOTHING, totals: { ...NOTHING.totals, gross } })),
    );

  it('shows the figures of the last calculation, whichever is stored last', async () => {
    const payRunId = await opened();
    const [{ calculatedAt } = { calculatedAt: null }] = await listed(one);
    const after = (milliseconds: number) => new Date((calculatedAt?.getTime() ?? NaN) + milliseconds);
    await keep(payRunId, after(2), 2);
    await keep(payRunId, after(1), 1);
    expect(await listed(one)).toEqual([{ payRunId, gross: 2, calculatedAt: after(2) }]);
    await Promise.all(Array.from({ length: 10 }, (_, index) => keep(payRunId, after(3 + index), 3 + index)));
    expect(await listed(one)).toEqual([{ payRunId, gross: 12, calculatedAt: after(12) }]);
    expect(await listed(one)).toEqual(await listed(other));
  });

  it('has no figures of a draft of the previous version, until it is read', async () => {
    const payRunId = newId();
    await worked(one, farm, 4);
    await one.database.tenant(farm.companyId, (tx) =>
      tx.query(
        `INSERT INTO payroll.runs (company_id, pay_run_id, project_id, from_date, to_date, created_at, created_by)
         VALUES ($1, $2, NULL, $3, $3, now(), $4)`,
        [farm.companyId, payRunId, DAY, farm.admin.userId],
      ),
    );
    expect(await listed(one)).toEqual([{ payRunId, gross: undefined, calculatedAt: null }]);
    const { calculatedAt } = await read(payRunId);
    expect(await listed(one)).toEqual([{ payRunId, gross: 40, calculatedAt }]);
  });

  it('shows a frozen run as frozen, also one that the previous version has frozen', async () => {
    await worked(one, farm, 4);
    const payRunId = await opened();
    const { statements: _, calculatedAt: __, ...result } = await read(payRunId);
    const flags = Array.from({ length: 120 }, () => ({ code: 'outside_shift', workerId: farm.workerId }));
    await one.database.tenant(farm.companyId, (tx) =>
      tx.query(
        `UPDATE payroll.runs SET frozen_at = '2026-02-01T00:00:00Z', frozen_by = $2, result = $3 WHERE pay_run_id = $1`,
        [payRunId, farm.admin.userId, JSON.stringify({ ...result, flags })],
      ),
    );
    await keep(payRunId, new Date('2030-01-01'), 7);
    const { items } = await one.transactions.run(farm.companyId, ({ runs }) =>
      runs.page({ page: 1, pageSize: 10 }),
    );
    expect(items).toMatchObject([
      {
        ...{ payRunId, calculatedAt: new Date('2026-02-01'), acknowledged: [] },
        listed: { ...result, flags: flags.slice(0, 100), flagCount: 120 },
      },
    ]);
  });

  it('is not needed to read a draft: a reader gets its figures while the row is locked', async () => {
    const hasty = await postgres.process(servingTimeouts(600));
    await worked(one, farm, 4);
    const payRunId = await opened();
    const before = await listed(one);
    await one.database.tenant(farm.companyId, async (tx) => {
      await tx.query('SELECT FROM payroll.runs WHERE pay_run_id = $1 FOR UPDATE', [payRunId]);
      expect((await read(payRunId, hasty)).totals.gross).toBe(40);
    });
    expect(await listed(one)).toEqual(before);
  });
});
