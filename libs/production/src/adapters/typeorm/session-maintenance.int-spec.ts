import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import { Transaction } from '@furrow/database';
import { BackOff } from '@furrow/jobs';
import { Client } from 'pg';
import { CloseLapsedSessions } from '../../application/sessions/close-lapsed-sessions.ts';
import type { ProductionSession } from '../../domain/index.ts';
import { OPENED_AT } from '../../testing/builders.ts';
import { type ProductionOnPostgres, productionOnPostgres } from '../../testing/production-on-postgres.ts';
import { WorkingFarm } from '../../testing/working-farm.ts';
import { TypeormSessionMaintenance } from './typeorm-session-maintenance.ts';

const HOUR = 3_600_000;
const LATER = new Date(OPENED_AT.getTime() + 100 * HOUR);

let production: ProductionOnPostgres;
let owner: Client;
let farms: WorkingFarm[];
let reports: string[];
/** What back-off measures. */
let milliseconds: number;
let maintenance: TypeormSessionMaintenance;
let sweep: CloseLapsedSessions;
beforeAll(async () => {
  production = await productionOnPostgres();
  owner = new Client({ connectionString: production.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await production.close();
});
beforeEach(async () => {
  await new CloseLapsedSessions(production.maintenance, new FixedClock(LATER)).execute(); // of earlier tests
  farms = [await WorkingFarm.start(production), await WorkingFarm.start(production)];
  [reports, milliseconds] = [[], 0];
  maintenance = new TypeormSessionMaintenance(production.database, {
    report: (message) => reports.push(message),
    limits: { page: 3, slice: 2 },
    backOff: () => new BackOff(() => milliseconds),
  });
  sweep = new CloseLapsedSessions(maintenance, new FixedClock(LATER));
});

/** Sessions with a record each, of both farms in turn, the first of which lapses first. */
async function sessions(count: number): Promise<ProductionSession[]> {
  const all: ProductionSession[] = [];
  for (let i = 0; i < count; i++) {
    const openedAt = new Date(OPENED_AT.getTime() - (count - i) * 24 * HOUR);
    const farm = farms[i % 2]!;
    const session = await farm.session({ openedAt, now: openedAt });
    all.push(session);
    await pick(all);
  }
  return all;
}

/** Adds a record to the latest of the sessions, soon after it was opened. */
async function pick(all: readonly ProductionSession[]): Promise<void> {
  const farm = farms[(all.length - 1) % 2]!;
  const session = all.at(-1)!;
  const { openedAt } = session.state;
  farm.clock.set(openedAt);
  expect(await farm.add(farm.draft(session, { recordedAt: openedAt }))).toMatchObject([{ kind: 'created' }]);
}

/** PostgreSQL refuses each breakdown of the session until the returned function is called. */
async function poisoned({ id }: ProductionSession): Promise<() => Promise<unknown>> {
  const name = `poison_${newId().replaceAll('-', '')}`;
  await owner.query(`
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.session_id = '${id}' THEN RAISE EXCEPTION 'too many units' USING ERRCODE = 'numeric_value_out_of_range'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER ${name} BEFORE INSERT OR UPDATE ON production.quality_snapshots
      FOR EACH ROW EXECUTE FUNCTION ${name}()`);
  return () => owner.query(`DROP FUNCTION ${name} CASCADE`);
}

const statusOf = async ({ state: { companyId }, id }: ProductionSession) =>
  production.transactions.run(companyId, async ({ sessions: stored }) =>
    (await stored.find(id))?.state.closure === null ? 'open' : 'closed',
  );
const statusesOf = (all: readonly ProductionSession[]) => Promise.all(all.map(statusOf));
const seenOf = (all: readonly ProductionSession[]) =>
  Promise.all(all.map(({ state: { companyId }, id }) => production.movementsSeen(companyId, id)));
const keysOf = (all: readonly ProductionSession[]) =>
  all.map(({ state: { companyId }, id }) => ({ companyId, sessionId: id }));

describe('a session that cannot be closed', () => {
  it('keeps no other open, is reported once, and is closed when it can be', async () => {
    const all = await sessions(7);
    const mend = await poisoned(all[0]!);
    try {
      expect(await sweep.execute()).toBe(6);
      expect(await statusesOf(all)).toEqual(['open', ...Array<string>(6).fill('closed')]);
      milliseconds += 60_000;
      expect(await sweep.execute()).toBe(0);
      expect(reports).toEqual([
        expect.stringMatching(`${all[0]!.id} of company .* cannot be closed.*too many units`),
      ]);
    } finally {
      await mend();
    }
    expect(await sweep.execute()).toBe(0); // not before its time
    milliseconds += 60_000;
    expect(await sweep.execute()).toBe(1);
    expect(reports).toHaveLength(2);
  });

  it('because a request holds it keeps no other open', async () => {
    const all = await sessions(4);
    await production.database.tenant(all[0]!.state.companyId, async (tx) => {
      await tx.query('SELECT FROM production.sessions WHERE session_id = $1 FOR SHARE', [all[0]!.id]);
      expect(await sweep.execute()).toBe(3);
    });
    expect(await sweep.execute()).toBe(1);
    expect(reports).toEqual([]);
  });
});

describe('a quality breakdown that cannot be refreshed', () => {
  it('keeps no other outdated, and is reported once', async () => {
    const all = await sessions(5);
    const mend = await poisoned(all[1]!);
    try {
      expect(await maintenance.refreshSnapshots(keysOf(all), LATER)).toEqual(keysOf(all.slice(1, 2)));
      expect(await seenOf(all)).toEqual([1, 0, 1, 1, 1]);
      milliseconds += 60_000;
      await maintenance.refreshAllSnapshots(LATER);
      expect(reports).toHaveLength(1);
    } finally {
      await mend();
    }
    milliseconds += 60_000;
    await maintenance.refreshAllSnapshots(LATER);
    expect(await seenOf(all)).toEqual([1, 1, 1, 1, 1]);
  });

  it('because a request of its company holds it keeps no other outdated', async () => {
    const all = await sessions(5);
    await production.maintenance.refreshSnapshots(keysOf(all), LATER);
    for (const i of all.keys()) await pick(all.slice(0, i + 1));
    const held = all[0]!;
    await production.database.tenant(held.state.companyId, async (tx) => {
      await tx.query('SELECT FROM production.quality_snapshots WHERE session_id = $1 FOR UPDATE', [held.id]);
      await maintenance.refreshAllSnapshots(LATER);
      const left = await maintenance.refreshSnapshots(keysOf(all), LATER);
      expect(left).toContainEqual(keysOf([held])[0]);
      // Those of its company may have to wait for the next attempt.
      expect(await seenOf(all)).toEqual([1, 2, expect.any(Number), 2, expect.any(Number)]);
    });
    milliseconds += 60_000;
    await maintenance.refreshAllSnapshots(LATER);
    expect(await seenOf(all)).toEqual([2, 2, 2, 2, 2]);
  });
});

it('sessions that lag and that have lapsed are read and changed in slices', async () => {
  const all = await sessions(8);
  const sizes = { read: 0, changed: 0 };
  const query = Transaction.prototype.query;
  const spy = jest.spyOn(Transaction.prototype, 'query').mockImplementation(async function (
    this: Transaction,
    sql,
    parameters = [],
  ) {
    const rows = await query.call(this, sql, parameters);
    sizes.read = Math.max(sizes.read, rows.length);
    for (const one of parameters) if (Array.isArray(one)) sizes.changed = Math.max(sizes.changed, one.length);
    return rows;
  });
  try {
    await maintenance.refreshAllSnapshots(LATER);
    expect(await seenOf(all)).toEqual(Array<number>(8).fill(1));
    expect(sizes).toEqual({ read: 3, changed: 2 });
    for (let after; ;) {
      const { next } = await maintenance.closeLapsed(LATER, 3, after);
      if (next === undefined) break;
      after = next;
    }
    expect(sizes).toEqual({ read: 3, changed: 2 });
    expect(await statusesOf(all)).toEqual(Array<string>(8).fill('closed'));
  } finally {
    spy.mockRestore();
  }
});
