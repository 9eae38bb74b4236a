import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DomainError } from '@furrow/kernel';
import { Transaction } from '@furrow/database';
import type { LapsedPosition } from '../../application/ports.ts';
import type { AddOutcome } from '../../application/records/add-records.ts';
import type { Closure, ProductionSession } from '../../domain/index.ts';
import { fresh, OPENED_AT } from '../../testing/builders.ts';
import { wordFor } from '../../testing/field.ts';
import { sumsOf, talliesOf } from '../../testing/recount.ts';
import { TypeormSessionMaintenance } from './typeorm-session-maintenance.ts';
import { WorkingFarm } from '../../testing/working-farm.ts';
import { type ProductionOnPostgres, productionOnPostgres } from '../../testing/production-on-postgres.ts';

const CLIENTS = 20;
const HOUR = 3_600_000;

let production: ProductionOnPostgres;
let farm: WorkingFarm;

beforeAll(async () => {
  production = await productionOnPostgres({ poolSize: CLIENTS });
});
afterAll(() => production.close());
beforeEach(async () => {
  farm = await WorkingFarm.start(production);
});

const atOnce = <T>(times: number, act: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, i) => act(i)));
async function codeOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
    return 'done';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}
const count = (words: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]));
const idOf = (outcome: AddOutcome) =>
  outcome.kind === 'refused' ? undefined : outcome.record.state.recordId;

/** Nothing is lost or doubled: the sums equal the stored records. */
async function expectSumsToHold(session: ProductionSession): Promise<void> {
  const records = await farm.records();
  expect(await farm.tallies()).toEqual(talliesOf(records));
  expect(await farm.sums(session)).toEqual(
    sumsOf(records.filter(({ sessionId }) => sessionId === session.id)),
  );
}

describe('of many concurrent requests', () => {
  it('exactly one opens a session in a place', async () => {
    const { owner, colleague } = farm.farm;
    const words = await atOnce(CLIENTS, (i) => codeOf(farm.open({}, i % 2 === 0 ? owner : colleague)));
    expect(count(words)).toEqual({ done: 1, session_already_open: CLIENTS - 1 });
    expect(await farm.query('SELECT FROM production.sessions')).toHaveLength(1);
  });

  it('all with one localId get the same session', async () => {
    const opened = await atOnce(CLIENTS, () => farm.open({ localId: 'phone-1' }));
    expect(opened.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(opened.map(({ session }) => session.id)).size).toBe(1);
  });

  it('one opens a session where another lapsed, and that is closed as the sweep would close it', async () => {
    const lapsed = await farm.session({ syncGraceHours: 0 });
    await farm.add(farm.draft(lapsed));
    farm.clock.set(lapsed.lapsesAt);
    const words = await atOnce(CLIENTS, () => codeOf(farm.open()));
    expect(count(words)).toEqual({ done: 1, session_already_open: CLIENTS - 1 });
    expect(await farm.reported(lapsed)).toMatchObject({
      status: 'closed',
      closedBy: 'system',
      closedReason: 'max_duration',
      closedAt: lapsed.end.at.toISOString(),
      needsRecalc: false,
    });
  });

  it('one creates the record of a clientEventId, and the others get it', async () => {
    const session = await farm.session();
    const draft = farm.draft(session, { idempotencyKey: fresh('key') });
    const outcomes = (await atOnce(CLIENTS, () => farm.add(draft))).flat();
    expect(count(outcomes.map(wordFor))).toEqual({ created: 1, repeated: CLIENTS - 1 });
    expect(new Set(outcomes.map(idOf)).size).toBe(1);
    await expectSumsToHold(session);
  });

  it('one voids a record, and the others get its counter-movement', async () => {
    const session = await farm.session();
    const [, gone] = await farm.add(farm.draft(session, { units: '3' }), farm.draft(session, { units: '5' }));
    const counters = await atOnce(CLIENTS, () => farm.void(idOf(gone!)!));
    expect(new Set(counters.map(({ recordId }) => recordId)).size).toBe(1);
    expect(await farm.sums(session)).toMatchObject({ validUnits: '3', recordCount: 2, voidedCount: 1 });
    await expectSumsToHold(session);
  });

  it('each voids another record of the same tally', async () => {
    const session = await farm.session();
    const outcomes = await farm.add(...Array.from({ length: CLIENTS }, () => farm.draft(session)));
    await Promise.all(outcomes.map((outcome) => farm.void(idOf(outcome)!)));
    expect(await farm.sums(session)).toMatchObject({ validUnits: '0', voidedCount: CLIENTS });
    await expectSumsToHold(session);
  });
});

describe('two concurrent bulk syncs', () => {
  const day = async (keyOf: (i: number) => string | null) => {
    const { workers, qualities, sectors } = farm.farm;
    const both = [await farm.session(), await farm.session({ sectorId: sectors[1].sectorId })] as const;
    const drafts = Array.from({ length: 300 }, (_, i) =>
      farm.draft(both[i % 2 === 0 ? 0 : 1], {
        workerId: workers[i % 3]!.id,
        qualityId: qualities[i % 5]?.id ?? null,
        units: `${i + 1}.25`,
        clientEventId: `event ${i}`,
        idempotencyKey: keyOf(i),
      }),
    );
    return { both, drafts };
  };

  it('of the same records in opposite order create each record once', async () => {
    const { both, drafts } = await day((i) => `key ${(i * 7) % 300}`);
    const [there, back] = await Promise.all([farm.add(...drafts), farm.add(...[...drafts].reverse())]);
    back.reverse();
    expect(there.map(idOf)).toEqual(back.map(idOf));
    drafts.forEach((_, i) => expect([there[i]!.kind, back[i]!.kind].sort()).toEqual(['created', 'repeated']));
    expect(await farm.records()).toHaveLength(300);
    for (const session of both) await expectSumsToHold(session);
  });

  it('that use each other’s keys crosswise end as if they had run one after the other', async () => {
    const { both, drafts } = await day((i) => `key ${i}`);
    const crossed = drafts.map((draft, i) => ({ ...draft, idempotencyKey: `key ${299 - i}` }));
    const outcomes = (await Promise.all([farm.add(...drafts), farm.add(...crossed)])).flat();
    const words = count(outcomes.map(wordFor));
    const records = await farm.records();
    expect(words).toEqual({ created: records.length, idempotency_key_reused: 600 - records.length });
    expect(new Set(records.map(({ clientEventId }) => clientEventId)).size).toBe(records.length);
    for (const session of both) await expectSumsToHold(session);
  });
});

it('records that race with a close are counted before it, or refused', async () => {
  const session = await farm.session();
  const seen: string[] = [];
  let open = true;
  const phone = async () => {
    while (open) {
      const outcomes = await farm.add(
        farm.draft(session),
        farm.draft(session, { workerId: farm.farm.workers[1].id }),
      );
      seen.push(...outcomes.map(wordFor));
      if (outcomes.some(({ kind }) => kind === 'refused')) open = false;
    }
  };
  const office = async () => {
    while (seen.length < 60) await farm.sums(session);
    await farm.close(session);
    return farm.sums(session);
  };
  const [totalsAtClose] = await Promise.all([office(), ...Array.from({ length: 8 }, phone)]);

  const { created = 0, session_not_open: refused = 0 } = count(seen);
  expect(created + refused).toBe(seen.length);
  expect(refused).toBeGreaterThan(0);
  expect(totalsAtClose.recordCount).toBe(created);
  expect(await farm.records()).toHaveLength(created);
  await expectSumsToHold(session);
  expect(await farm.reported(session)).toMatchObject({ needsRecalc: false, totalUnits: created * 12.5 });
});

it('voids that race with a close are counted before it, or refused', async () => {
  const session = await farm.session();
  const outcomes = await farm.add(...Array.from({ length: 19 }, () => farm.draft(session)));
  const voids = outcomes.map((outcome) => codeOf(farm.void(idOf(outcome)!)));
  const [, ...words] = await Promise.all([farm.close(session), ...voids]);
  const { done = 0, session_not_open: refused = 0 } = count(words);
  expect(done + refused).toBe(19);
  expect((await farm.sums(session)).voidedCount).toBe(done);
  expect((await farm.reported(session)).needsRecalc).toBe(false);
  await expectSumsToHold(session);
});

it('a process whose clock is days ahead closes no session to open one of its own', async () => {
  const openedAt = new Date();
  const session = await farm.session({ openedAt, now: openedAt });
  const ahead = new Date(openedAt.getTime() + 30 * 24 * HOUR);
  const closed = await production.transactions.run(farm.farm.companyId, ({ sessions }) =>
    sessions.closeLapsedIn(session.state, ahead),
  );
  expect(closed).toEqual([]);
});

it('two concurrent sweeps close each session once, with its own reason', async () => {
  const now = new Date(OPENED_AT.getTime() + 100 * HOUR);
  await production.maintenance.closeLapsed(now, 1_000); // closes what earlier tests left open
  const days = Array.from({ length: 40 }, (_, i) => new Date(OPENED_AT.getTime() - i * 24 * HOUR));
  for (const openedAt of days) {
    const evening = new Date(openedAt.getTime() + 10 * HOUR);
    const [, second] = farm.farm.sectors;
    await farm.session({ openedAt, now: openedAt });
    await farm.session({ openedAt: evening, now: evening, sectorId: second.sectorId });
  }
  const other = await WorkingFarm.start(production);
  await other.session({ maxDurationHours: 1 });

  const sweeper = async () => {
    const maintenance = new TypeormSessionMaintenance(production.database);
    let [total, idle] = [0, 0];
    // A sweep that finds every session locked by the other one has to look again.
    for (let after: LapsedPosition | undefined; idle < 2;) {
      const { closed, next } = await maintenance.closeLapsed(now, 7, after);
      total += closed;
      after = next;
      if (next === undefined) idle = closed === 0 ? idle + 1 : 0;
    }
    return total;
  };
  const [first, second] = await Promise.all([sweeper(), sweeper()]);
  expect(first + second).toBe(81);

  const closed = await farm.query<Closure & { duration: boolean; endsAt: Date }>(
    `SELECT closed_at AS at, closed_by AS by, closed_reason AS reason, ends_at AS "endsAt",
            ends_at = opened_at + interval '12 hours' AS duration FROM production.sessions`,
  );
  expect(closed).toHaveLength(80);
  for (const { at, by, reason, duration, endsAt } of closed)
    expect({ at, by, reason }).toEqual({
      at: endsAt,
      by: 'system',
      reason: duration ? 'max_duration' : 'midnight_local',
    });
  expect(count(closed.map(({ reason }) => reason))).toEqual({ max_duration: 40, midnight_local: 40 });
});

describe('snapshots of the quality breakdown', () => {
  it('lag exactly while the report says so, however adding and refreshing race', async () => {
    const session = await farm.session();
    const { qualities } = farm.farm;
    await farm.add(farm.draft(session, { units: '1' }));
    expect(await farm.reported(session)).toMatchObject({ needsRecalc: true, qualityBreakdown: [] });
    const seen: number[] = [];
    let adding = true;
    const phone = async (i: number) => {
      for (let n = 0; n < 25; n++)
        await farm.add(farm.draft(session, { units: '1', qualityId: qualities[(n + i) % 3]?.id ?? null }));
    };
    const background = async () => {
      while (adding) await farm.refreshSnapshot(session);
    };
    const office = async () => {
      while (adding) {
        const report = await farm.reported(session);
        const units = report.qualityBreakdown.reduce((sum, quality) => sum + quality.units, 0);
        expect(report.needsRecalc).toBe(units !== report.totalUnits);
        seen.push(units);
      }
    };
    const phones = atOnce(4, phone).finally(() => (adding = false));
    await Promise.all([phones, background(), background(), office()]);

    expect(seen).toEqual([...seen].sort((a, b) => a - b)); // an older snapshot never overwrites a newer one
    await farm.refreshSnapshot(session);
    const report = await farm.reported(session);
    expect(report).toMatchObject({ needsRecalc: false, totalUnits: 101 });
    expect(report.qualityBreakdown.reduce((sum, { units }) => sum + units, 0)).toBe(101);
    await expectSumsToHold(session);
  });

  it('that a crash left behind are found, and no others', async () => {
    const [behind, current, closed] = [
      await farm.session(),
      await farm.session({ sectorId: farm.farm.sectors[1].sectorId }),
      await farm.session({ openedAt: new Date(OPENED_AT.getTime() - 24 * HOUR) }),
    ];
    for (const session of [behind, current]) await farm.add(farm.draft(session));
    await farm.add(farm.draft(closed, { recordedAt: closed.state.openedAt }));
    await farm.refreshSnapshot(current);
    await farm.close(closed);
    const [takenBefore, lags] = [await farm.reported(current), await farm.reported(behind)];
    expect([takenBefore.needsRecalc, lags.needsRecalc]).toEqual([false, true]);
    expect((await farm.reported(closed)).needsRecalc).toBe(false);

    farm.clock.advance(60_000);
    await production.maintenance.refreshAllSnapshots(farm.clock.now());
    expect(await farm.reported(behind)).toMatchObject({
      needsRecalc: false,
      qualityBreakdownAt: farm.clock.now().toISOString(),
    });
    expect((await farm.reported(current)).qualityBreakdownAt).toBe(takenBefore.qualityBreakdownAt);
  });
});

describe('opening a session', () => {
  it('queries PostgreSQL four times, including treatments and guard', async () => {
    const asked = jest.spyOn(Transaction.prototype, 'query');
    try {
      await farm.open();
      expect(asked).toHaveBeenCalledTimes(4);
    } finally {
      asked.mockRestore();
    }
  });
});
