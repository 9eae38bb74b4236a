import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { anOpening, aRecord, OPENED_AT } from '../../testing/builders.ts';
import { aFarm, type Farm } from '../../testing/farm.ts';
import { Field } from '../../testing/field.ts';
import { OpenSession, type OpenSessionInput } from './open-session.ts';

let field: Field;
let farm: Farm;
let openSession: OpenSession;

function start(at: Farm = aFarm()): void {
  farm = at;
  field = new Field(farm);
  openSession = new OpenSession(field.production, field.clock);
}
beforeEach(() => start());

function opening(overrides: Partial<OpenSessionInput> = {}): OpenSessionInput {
  return anOpening({ projectId: farm.project.projectId, sectorId: farm.sectors[0].sectorId, ...overrides });
}
const open = (overrides: Partial<OpenSessionInput> = {}, owner = farm.owner) =>
  openSession.execute(farm.companyId, owner, opening(overrides));
const sessions = () => [...field.production.tablesOf(farm.companyId).sessions.values()];

describe('opening a session', () => {
  it('uses the project’s settings for omitted members, and the registered names', async () => {
    const { session, sums, created } = await open();
    expect(created).toBe(true);
    expect(sums.recordCount).toBe(0);
    expect(session.state).toMatchObject({
      companyId: farm.companyId,
      owner: farm.owner,
      sectorName: 'N1',
      crop: 'Cherry',
      variety: 'Lapins',
      timezone: 'America/Santiago',
      localDate: '2026-03-10',
      samplingUnit: 'kg',
      pricePerUnit: '120',
      maxDurationHours: 12,
      syncGraceHours: 48,
      createdAt: field.clock.now(),
      closure: null,
    });
    expect(sessions()).toEqual([session.state]);
  });

  it('uses the given members', async () => {
    const given = {
      samplingUnit: 'box',
      pricePerUnit: '0',
      bonus: { type: 'percent', value: 5, note: null },
      maxDurationHours: 3,
      notes: 'north gate',
      harvestUnitId: 'u',
      harvestLotCode: 'l',
      licensePlate: 'p',
      driverName: 'd',
    } as const;
    expect((await open(given)).session.state).toMatchObject(given);
  });

  it.each<[string, () => Partial<OpenSessionInput>]>([
    ['project_not_found', () => ({ projectId: newId(), sectorId: newId() })],
    ['sector_not_found', () => ({ sectorId: newId() })],
    ['opened_in_future', () => ({ openedAt: new Date(field.clock.now().getTime() + 300_001) })],
  ])('is refused: %s', async (code, overrides) => {
    await expect(open(overrides())).rejects.toMatchObject({ code });
    expect(sessions()).toEqual([]);
  });

  it('is refused in a sector of another project, and in a project or sector that is out of use', async () => {
    const elsewhere = aFarm();
    start({
      ...farm,
      sectors: [{ ...farm.sectors[0], projectId: elsewhere.project.projectId }, farm.sectors[1]],
    });
    await expect(open()).rejects.toMatchObject({ code: 'sector_not_in_project' });
    start(aFarm({ active: false }));
    await expect(open()).rejects.toMatchObject({ code: 'project_not_found' });
    const { sectors, ...rest } = aFarm();
    start({ ...rest, sectors: [{ ...sectors[0], active: false }, sectors[1]] });
    await expect(open()).rejects.toMatchObject({ code: 'sector_not_found' });
  });

  it('long after its end and grace period creates a closed one, beside any other', async () => {
    const { session: existing } = await open();
    field.clock.set('2026-04-01T00:00:00Z');
    const { session, created } = await open();
    expect(created).toBe(true);
    expect(session.state.closure).toEqual({ at: session.end.at, by: 'system', reason: 'max_duration' });
    expect(sessions().map(({ closure }) => closure?.by)).toEqual(['system', 'system']);
    expect(existing.id).not.toBe(session.id);
  });
});

describe('where a session is already open', () => {
  it('a second one is refused, and its own owner learns which one is open', async () => {
    const { session } = await open();
    await expect(open()).rejects.toMatchObject({
      code: 'session_already_open',
      facts: { sessionId: session.id },
    });
    await expect(open({}, farm.colleague)).rejects.toMatchObject({ code: 'session_already_open', facts: {} });
  });

  it('another sector, another day and a closed session do not conflict', async () => {
    const { session } = await open();
    await open({ sectorId: farm.sectors[1].sectorId });
    await open({ openedAt: new Date('2026-03-09T12:00:00Z') });
    session.close(null, field.clock.now());
    await field.production.run(farm.companyId, (repositories) => repositories.sessions.update(session));
    expect((await open()).created).toBe(true);
  });

  it('both passes of a repeated midnight are one day', async () => {
    start(aFarm({ timezone: 'America/Havana' }));
    field.clock.set('2024-11-03T08:00:00Z');
    await open({ openedAt: new Date('2024-11-03T04:30:00Z') });
    await expect(open({ openedAt: new Date('2024-11-03T05:30:00Z') })).rejects.toMatchObject({
      code: 'session_already_open',
    });
  });

  it('a lapsed one is closed with its snapshot, and does not conflict', async () => {
    const existing = await field.session({ syncGraceHours: 0 });
    const record = aRecord({ sessionId: existing.id, workerId: farm.workers[0].id });
    await field.production.run(farm.companyId, ({ records }) => records.add([record]));
    field.clock.set(existing.lapsesAt);
    const { session } = await open();
    const { sessions, snapshots } = field.production.tablesOf(farm.companyId);
    expect(sessions.get(existing.id)?.closure).toEqual({
      at: existing.end.at,
      by: 'system',
      reason: 'max_duration',
    });
    expect(snapshots.get(existing.id)?.movements).toBe(1);
    expect(session.state.closure).toBeNull();
  });
});

describe('a repeated localId', () => {
  it('returns the first session with its totals, whatever its state', async () => {
    const { session } = await open({ localId: 'phone-1' });
    session.close(null, field.clock.now());
    await field.production.run(farm.companyId, (repositories) => repositories.sessions.update(session));
    field.clock.set('2027-01-01T00:00:00Z');
    const again = await open({ localId: 'phone-1' });
    expect(again).toMatchObject({ created: false, sums: { recordCount: 0 } });
    expect(again.session.state).toEqual(session.state);
    expect(sessions()).toHaveLength(1);
  });

  it('recognises equal content in any notation', async () => {
    const { session } = await open({ localId: 'phone-1', pricePerUnit: '1.50' });
    const again = await open({ localId: 'phone-1', pricePerUnit: '1.5', openedAt: new Date(OPENED_AT) });
    expect(again.session.id).toBe(session.id);
  });

  it('with other content is refused', async () => {
    await open({ localId: 'phone-1' });
    for (const other of [
      { notes: 'other' },
      { sectorId: farm.sectors[1].sectorId },
      { openedAt: new Date(OPENED_AT.getTime() + 1) },
      { maxDurationHours: 12 },
    ])
      await expect(open({ localId: 'phone-1', ...other })).rejects.toMatchObject({
        code: 'idempotency_key_reused',
      });
    expect(sessions()).toHaveLength(1);
  });

  it('of another owner is a different one', async () => {
    await open({ localId: 'phone-1' });
    const { created } = await open(
      { localId: 'phone-1', sectorId: farm.sectors[1].sectorId },
      farm.colleague,
    );
    expect(created).toBe(true);
  });

  it('is answered even if its project is out of use', async () => {
    const { session } = await open({ localId: 'phone-1' });
    field.production.register({ ...farm, project: { ...farm.project, active: false } });
    expect((await open({ localId: 'phone-1' })).session.id).toBe(session.id);
  });
});
