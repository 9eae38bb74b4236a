import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { wireAccessIn } from '@furrow/access';
import { type LocalDate, SystemClock } from '@furrow/kernel';
import { newId } from '@furrow/kernel';
import fc from 'fast-check';
import { ExtendSession } from '../../../application/sessions/extend-session.ts';
import { UpdateSession } from '../../../application/sessions/update-session.ts';
import type { ProductionSession } from '../../../domain/index.ts';
import { OPENED_AT } from '../../../testing/builders.ts';
import { WorkingFarm, type ReportedSession } from '../../../testing/working-farm.ts';
import { type ProductionOnPostgres, productionOnPostgres } from '../../../testing/production-on-postgres.ts';
import { wireProductionIn } from '../../../wiring.ts';

const EVER = { since: new Date(0) };
let production: ProductionOnPostgres;
let farm: WorkingFarm;
beforeAll(async () => {
  production = await productionOnPostgres({ poolSize: 8 });
});
afterAll(() => production.close());
beforeEach(async () => {
  farm = await WorkingFarm.start(production);
});

const ids = ({ sessions }: { sessions: ReportedSession[] }) => sessions.map(({ sessionId }) => sessionId);
const byId = (sessions: ReportedSession[]) =>
  new Map(sessions.map((session) => [session.sessionId, session]));

describe('a feed returns a session again', () => {
  let session: ProductionSession;
  let cursor: string;
  const caughtUp = async () => {
    await farm.settled();
    ({ cursor } = await farm.follow(EVER));
  };
  beforeEach(async () => {
    session = await farm.session();
    await farm.session({ sectorId: farm.farm.sectors[1].sectorId }); // untouched
    await farm.add(farm.draft(session, { qualityId: farm.farm.qualities[0].id }));
    await caughtUp();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['records are added to it', () => farm.add(farm.draft(session))],
    [
      'its terms change',
      () => new UpdateSession(production.transactions, farm.clock).execute(...owned(), { notes: 'muddy' }),
    ],
    [
      'it is extended',
      () => {
        const [companyId, userId, sessionId] = owned();
        const extend = new ExtendSession(production.transactions, farm.clock);
        return extend.execute(companyId, userId, { sessionId, maxDurationHours: 13 });
      },
    ],
    ['it is closed', () => farm.close(session)],
    ['its breakdown is taken anew', () => farm.refreshSnapshot(session)],
    [
      'a quality in it gets another name',
      () =>
        production.database.tenant(farm.farm.companyId, (tx) =>
          wireProductionIn(tx, new SystemClock()).applyQualities.execute(
            [{ key: farm.farm.qualities[0].name.toLowerCase(), name: 'Premium' }],
            { prune: false },
          ),
        ),
    ],
  ])('when %s', async (_what, change) => {
    await change();
    await farm.settled();
    const followed = await farm.follow({ cursor });
    expect(followed.sessions).toEqual([await farm.reported(session)]);
    expect((await farm.follow({ cursor: followed.cursor })).sessions).toEqual([]);
  });

  it('when a record is voided', async () => {
    const [outcome] = await farm.add(farm.draft(session, { units: '5' }));
    await caughtUp();
    if (outcome?.kind === 'created') await farm.void(outcome.record.state.recordId);
    await farm.settled();
    expect((await farm.follow({ cursor })).sessions).toEqual([await farm.reported(session)]);
  });

  it('when its responsible person changes', async () => {
    const { owner, companyId } = farm.farm;
    await production.database.tenant(companyId, (tx) =>
      wireAccessIn(tx, new SystemClock()).applyUsers.execute(
        [{ idpId: owner.idpId, name: 'Ana Rojas', role: 'admin' }],
        { prune: false },
      ),
    );
    await farm.settled();
    const { sessions } = await farm.follow({ cursor });
    expect(byId(sessions)).toEqual(byId(await farm.harvest()));
    expect(sessions[0]?.['responsible']).toMatchObject({ name: 'Ana Rojas', role: 'admin' });
  });

  it('when it has lapsed and the sweep stores that', async () => {
    farm.clock.set(session.lapsesAt);
    await production.maintenance.closeLapsed(farm.clock.now(), 100);
    await farm.settled();
    expect(byId((await farm.follow({ cursor })).sessions)).toEqual(byId(await farm.harvest()));
  });

  it('but not for a repeat, which changes nothing', async () => {
    const draft = farm.draft(session);
    await farm.add(draft);
    await caughtUp();
    await farm.add(draft);
    await farm.settled();
    expect((await farm.follow({ cursor })).sessions).toEqual([]);
  });

  function owned(): [string, string, string] {
    return [farm.farm.companyId, farm.farm.owner.userId, session.id];
  }
});

describe('the harvest feed', () => {
  it('is filtered by days, project and sector, and by the company', async () => {
    const { project, sectors } = farm.farm;
    const [north, south] = [
      await farm.session(),
      await farm.session({
        sectorId: sectors[1].sectorId,
        openedAt: new Date(OPENED_AT.getTime() - 86_400_000),
      }),
    ];
    await farm.settled();
    const { projectId } = project;
    const of = async (filters: Parameters<WorkingFarm['follow']>[1]) => ids(await farm.follow(EVER, filters));
    expect((await of({ projectId })).toSorted()).toEqual([north.id, south.id].toSorted());
    expect(await of({ projectId: projectId.toUpperCase(), sectorId: sectors[1].sectorId })).toEqual([
      south.id,
    ]);
    expect(await of({ start: '2026-03-10' as LocalDate })).toEqual([north.id]);
    expect(await of({ end: '2026-03-09' as LocalDate })).toEqual([south.id]);
    await expect(of({ projectId: newId() })).rejects.toMatchObject({ code: 'project_forbidden' });

    const { cursor } = await farm.follow(EVER, { projectId });
    expect((await farm.follow({ cursor }, { projectId: projectId.toUpperCase() })).sessions).toEqual([]);
    await expect(farm.follow({ cursor })).rejects.toMatchObject({ code: 'cursor_mismatch' });
    const stranger = await WorkingFarm.start(production);
    expect((await stranger.follow(EVER)).sessions).toEqual([]);
    await expect(stranger.follow({ cursor: (await farm.follow(EVER)).cursor })).rejects.toMatchObject({
      code: 'cursor_mismatch',
    });
  });

  it('is paged, with at least one session per page', async () => {
    for (let day = 0; day < 5; day++)
      await farm.session({ openedAt: new Date(OPENED_AT.getTime() - day * 86_400_000), now: OPENED_AT });
    await farm.settled();
    const whole = ids(await farm.follow(EVER));
    expect(whole).toHaveLength(5);
    expect(ids(await farm.follow(EVER, { limit: 1 }))).toEqual(whole);
  });
});

it('a feed that is replayed beside a working crew ends as the report does, without repeated versions', async () => {
  const step: fc.Arbitrary<Step> = fc.record({
    session: fc.nat(1),
    does: fc.constantFrom('add', 'add', 'add', 'void', 'refresh', 'close'),
    worker: fc.nat(2),
  });
  /** The steps of one list run at the same time. */
  const days = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(days, fc.integer({ min: 1, max: 2 }), async (day, limit) => {
      farm = await WorkingFarm.start(production);
      const { workers, sectors } = farm.farm;
      const both = [await farm.session(), await farm.session({ sectorId: sectors[1].sectorId })];
      const made: string[] = [];
      const play = async ({ session, does, worker }: Step) => {
        const chosen = both[session]!;
        if (does === 'refresh') return farm.refreshSnapshot(chosen);
        if (does === 'close') return farm.close(chosen).catch(closedBefore);
        if (does === 'void') return made[0] ? farm.void(made[0]).catch(closedBefore) : undefined;
        const outcomes = await farm.add(farm.draft(chosen, { workerId: workers[worker]!.id }));
        for (const one of outcomes) if (one.kind === 'created') made.push(one.record.state.recordId);
      };

      const state = new Map<string, ReportedSession>();
      let from: { cursor?: string; since?: Date } = EVER;
      const read = async () => {
        const { sessions, cursor } = await farm.follow(from, { limit });
        from = { cursor };
        for (const session of sessions) {
          // Every step changes the reported figures, so the feed never returns a session unchanged.
          expect(session).not.toEqual(state.get(session.sessionId));
          state.set(session.sessionId, session);
        }
      };
      let working = true;
      const reader = (async () => {
        while (working) await read();
      })();
      try {
        for (const steps of day) await Promise.all(steps.map(play));
      } finally {
        working = false;
        await reader;
      }
      await farm.settled();
      await read();
      expect(state).toEqual(byId(await farm.harvest()));
    }),
    { numRuns: 12 },
  );
});

interface Step {
  readonly session: number;
  readonly does: 'add' | 'void' | 'refresh' | 'close';
  readonly worker: number;
}

function closedBefore(error: Error & { code?: string }): void {
  if (error.code !== 'session_not_open') throw error;
}
