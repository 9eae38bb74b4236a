import { beforeEach, describe, expect, it } from '@jest/globals';
import { type LocalDate, newId } from '@furrow/kernel';
import type { ProductionRecord, ProductionSession } from '../../domain/index.ts';
import { aRecord } from '../../testing/builders.ts';
import { Field } from '../../testing/field.ts';
import { CloseSession } from './close-session.ts';
import { ExtendSession } from './extend-session.ts';
import { GetRecord } from '../records/get-record.ts';
import { GetSession } from './get-session.ts';
import { KeyUsage } from '../records/key-usage.ts';
import { ListRecords } from '../records/list-records.ts';
import { ListSessions } from './list-sessions.ts';
import type { SessionFilters } from '../ports.ts';
import { UpdateSession } from './update-session.ts';

let field: Field;
let session: ProductionSession;
let record: ProductionRecord;
let company: string;
let owner: string;

beforeEach(async () => {
  field = new Field();
  session = await field.session();
  company = field.farm.companyId;
  owner = field.farm.owner.userId;
  record = aRecord({ ...field.draft(session, { units: '2', idempotencyKey: 'k1' }), by: owner });
  await field.production.run(company, ({ records }) => records.add([record]));
});

const stored = () => field.production.tablesOf(company).sessions.get(session.id);

describe('the owner of a session', () => {
  const uses: [string, (userId: string, sessionId: string) => Promise<unknown>][] = [
    ['reading', (user, id) => new GetSession(field.production).execute(company, user, id)],
    [
      'updating',
      (user, id) => new UpdateSession(field.production, field.clock).execute(company, user, id, {}),
    ],
    [
      'extending',
      (user, id) =>
        new ExtendSession(field.production, field.clock).execute(company, user, {
          sessionId: id,
          maxDurationHours: 24,
        }),
    ],
    [
      'closing',
      (user, id) =>
        new CloseSession(field.production, field.clock).execute(company, user, {
          sessionId: id,
          finalNotes: null,
        }),
    ],
  ];

  it.each(uses)('%s: nobody else may, and a missing session is not found', async (_, use) => {
    await expect(use(field.farm.colleague.userId, session.id)).rejects.toMatchObject({
      code: 'not_session_owner',
    });
    await expect(use(owner, newId())).rejects.toMatchObject({ code: 'session_not_found' });
    expect(stored()).toEqual(session.state);
  });

  it.each(uses.slice(1))('%s: not after it lapsed, even before a sweep', async (_, use) => {
    field.clock.set(session.lapsesAt);
    await expect(use(owner, session.id)).rejects.toMatchObject({ code: 'session_not_open' });
    expect(stored()).toEqual(session.state);
  });

  it('reads exact totals', async () => {
    const found = await new GetSession(field.production).execute(company, owner, session.id);
    expect(found.session.state).toEqual(session.state);
    expect(found.sums).toMatchObject({ validUnits: '2', recordCount: 1, workerCount: 1 });
  });

  it('updates it, with a write only if something differs', async () => {
    const update = new UpdateSession(field.production, field.clock);
    expect(await update.execute(company, owner, session.id, { notes: 'gate' })).toBe(true);
    expect(stored()?.notes).toBe('gate');
    expect(await update.execute(company, owner, session.id, { notes: 'gate' })).toBe(false);
  });

  it('extends it, which moves its end', async () => {
    const extend = new ExtendSession(field.production, field.clock);
    const extended = (maxDurationHours: number) =>
      extend.execute(company, owner, { sessionId: session.id, maxDurationHours });
    await extended(14);
    expect(stored()?.maxDurationHours).toBe(14);
    await expect(extended(1)).rejects.toMatchObject({
      code: 'duration_elapsed',
    });
  });

  it('closes it, with its snapshot', async () => {
    const closure = await new CloseSession(field.production, field.clock).execute(company, owner, {
      sessionId: session.id,
      finalNotes: 'done',
    });
    expect(closure).toEqual({ at: field.clock.now(), by: 'user', reason: 'manual' });
    expect(stored()).toMatchObject({ closure, finalNotes: 'done' });
    expect(field.production.tablesOf(company).snapshots.get(session.id)?.units).toEqual({ null: '2' });
  });
});

describe('a record', () => {
  it('is readable for the owner of its session', async () => {
    const getRecord = new GetRecord(field.production);
    const found = await getRecord.execute(company, owner, record.state.recordId);
    expect([found.record.state, found.session.id]).toEqual([record.state, session.id]);
    const { colleague } = field.farm;
    await expect(getRecord.execute(company, colleague.userId, record.state.recordId)).rejects.toMatchObject({
      code: 'not_session_owner',
    });
    await expect(getRecord.execute(company, owner, newId())).rejects.toMatchObject({
      code: 'record_not_found',
    });
  });

  it('uses its keys for its own user only', async () => {
    const { clientEventId } = record.state;
    const used = (keys: { clientEventId?: string; idempotencyKey?: string }, userId = owner) =>
      new KeyUsage(field.production).execute(company, userId, keys);
    expect(await used({ clientEventId: clientEventId! })).toBe(true);
    expect(await used({ idempotencyKey: 'k1' })).toBe(true);
    expect(await used({ clientEventId: 'unused', idempotencyKey: 'k1' })).toBe(true);
    expect(await used({ clientEventId: 'k1', idempotencyKey: clientEventId! })).toBe(false);
    expect(await used({})).toBe(false);
    expect(await used({ idempotencyKey: 'k1' }, field.farm.colleague.userId)).toBe(false);
  });
});

describe('other users', () => {
  const ANY = { from: null, to: null, status: null, projectId: null, sectorId: null };
  const WHOLE = { page: 1, pageSize: 100 };
  const listed = async (userId: string, seesCompany: boolean) => {
    const use = new ListSessions(field.production, field.clock);
    const { items } = await use.execute(company, { userId, seesCompany }, { ...ANY, ...WHOLE });
    return items.map((item) => item.session.id);
  };
  const movements = (userId: string, seesCompany: boolean, sessionId = session.id) =>
    new ListRecords(field.production).execute(company, { userId, seesCompany }, sessionId, WHOLE);

  it('read nothing of a session, except those who see the whole company', async () => {
    const { userId } = field.farm.colleague;
    expect(await listed(owner, false)).toEqual([session.id]);
    expect(await listed(userId, false)).toEqual([]);
    expect(await listed(userId, true)).toEqual([session.id]);
    for (const [viewer, all] of [
      [owner, false],
      [userId, true],
    ] as const)
      expect((await movements(viewer, all)).items.map(({ state }) => state)).toEqual([record.state]);
    await expect(movements(userId, false)).rejects.toMatchObject({ code: 'not_session_owner' });
    for (const sessionId of [newId(), 'no id'])
      await expect(movements(owner, true, sessionId)).rejects.toMatchObject({ code: 'session_not_found' });
  });

  it('list by existing places, and by days in their order', async () => {
    const { project, sectors } = field.farm;
    const ask = (filters: Partial<SessionFilters>) =>
      new ListSessions(field.production, field.clock).execute(
        company,
        { userId: owner, seesCompany: false },
        { ...ANY, ...WHOLE, ...filters },
      );
    const { projectId } = project;
    const { sectorId } = sectors[0];
    expect((await ask({ projectId, sectorId })).total).toBe(1);
    expect((await ask({ sectorId })).total).toBe(1);
    const [early, late] = ['2026-03-01' as LocalDate, '2026-03-02' as LocalDate];
    const refusals: [Partial<SessionFilters>, string][] = [
      [{ projectId: newId() }, 'project_not_found'],
      [{ sectorId: newId() }, 'sector_not_found'],
      [{ from: late, to: early, projectId: newId() }, 'invalid_date_range'],
    ];
    for (const [filters, code] of refusals) await expect(ask(filters)).rejects.toMatchObject({ code });
  });

  it('learn how a closed session was closed if they close it again as owner', async () => {
    const close = () =>
      new CloseSession(field.production, field.clock).execute(company, owner, {
        sessionId: session.id,
        finalNotes: null,
      });
    const { at } = await close();
    const facts = { closedAt: at.toISOString(), closedBy: 'user', closedReason: 'manual' };
    await expect(close()).rejects.toMatchObject({ code: 'session_not_open', facts });
  });
});
