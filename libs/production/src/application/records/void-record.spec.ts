import { beforeEach, describe, expect, it } from '@jest/globals';
import { newRecordId, type ProductionRecord, type ProductionSession } from '../../domain/index.ts';
import { aRecord } from '../../testing/builders.ts';
import { aFarm } from '../../testing/farm.ts';
import { Field } from '../../testing/field.ts';
import { VoidRecord } from './void-record.ts';

let field: Field;
let session: ProductionSession;
let record: ProductionRecord;
let voidRecord: VoidRecord;

beforeEach(async () => {
  field = new Field();
  session = await field.session();
  record = aRecord({ ...field.draft(session, { units: '12.5' }), by: field.farm.owner.userId });
  await field.production.run(field.farm.companyId, ({ records }) => records.add([record]));
  voidRecord = new VoidRecord(field.production, field.clock, field.stale);
});

const execute = (
  recordId = record.state.recordId,
  user = field.farm.owner,
  { reason = null, voidsPaid = false }: { reason?: string | null; voidsPaid?: boolean } = {},
) => voidRecord.execute(field.farm.companyId, { ...user, voidsPaid }, { recordId, reason });
const sums = () => field.production.run(field.farm.companyId, ({ sessions }) => sessions.sums(session.id));
const close = () => {
  session.close(null, field.clock.now());
  return field.production.run(field.farm.companyId, ({ sessions }) => sessions.update(session));
};

it('voiding adds a counter-movement and marks the snapshot as lagging', async () => {
  const counter = await execute(record.state.recordId, field.farm.owner, { reason: 'weighed twice' });
  expect(counter.state).toMatchObject({
    kind: 'void',
    units: '-12.5',
    voidsRecordId: record.state.recordId,
    createdBy: field.farm.owner.userId,
    createdAt: field.clock.now(),
    notes: 'weighed twice',
  });
  expect(await sums()).toEqual({
    validUnits: '0',
    netUnits: '0',
    recordCount: 1,
    voidedCount: 1,
    workerCount: 1,
  });
  expect(field.stale.sessionIds).toEqual([session.id]);
});

it('a repeated void returns the same, also after the session was closed, and changes nothing', async () => {
  const first = await execute();
  field.clock.advance(1_000);
  expect((await execute(undefined, undefined, { reason: 'another reason' })).state).toEqual(first.state);
  await close();
  expect((await execute()).state).toEqual(first.state);
  expect((await sums()).voidedCount).toBe(1);
});

it('voiding a counter-movement is refused, open or closed', async () => {
  const counter = await execute();
  await expect(execute(counter.state.recordId)).rejects.toMatchObject({ code: 'record_is_void' });
  await close();
  await expect(execute(counter.state.recordId)).rejects.toMatchObject({ code: 'record_is_void' });
});

it('voiding in a closed or lapsed session is refused', async () => {
  field.clock.set(session.lapsesAt);
  await expect(execute()).rejects.toMatchObject({ code: 'session_not_open' });
  field.clock.set(session.end.at);
  await close();
  await expect(execute()).rejects.toMatchObject({ code: 'session_not_open' });
  expect((await sums()).voidedCount).toBe(0);
});

it('voiding is allowed only to the session’s owner', async () => {
  await expect(execute(undefined, field.farm.colleague)).rejects.toMatchObject({ code: 'not_session_owner' });
});

it('voiding finds no record that does not exist or belongs to another company', async () => {
  await expect(execute(newRecordId())).rejects.toMatchObject({ code: 'record_not_found' });
  const other = aFarm();
  field.production.register(other);
  const foreign = voidRecord.execute(
    other.companyId,
    { ...other.owner, voidsPaid: true },
    { recordId: record.state.recordId, reason: null },
  );
  await expect(foreign).rejects.toMatchObject({ code: 'record_not_found' });
});

describe('a record of a day that a frozen pay run covers', () => {
  beforeEach(() => void field.production.paid.set(session.state.localDate, 'run'));

  it('is voided by admins alone, also in sessions of others', async () => {
    const refused = { code: 'paid_by_frozen_run', facts: { payRunId: 'run' } };
    await expect(execute()).rejects.toMatchObject(refused);
    expect((await sums()).voidedCount).toBe(0);
    const counter = await execute(undefined, field.farm.colleague, { voidsPaid: true });
    expect(counter.state).toMatchObject({ units: '-12.5', createdBy: field.farm.colleague.userId });
    // A repeat answers the same, also to the owner.
    expect((await execute()).state).toEqual(counter.state);
  });

  it('stays in a session that is closed, for admins too', async () => {
    await close();
    await expect(execute()).rejects.toMatchObject({ code: 'paid_by_frozen_run' });
    const admin = execute(undefined, field.farm.colleague, { voidsPaid: true });
    await expect(admin).rejects.toMatchObject({ code: 'session_not_open' });
  });

  it('is found before it is refused, and its owner is known first', async () => {
    await expect(execute(newRecordId())).rejects.toMatchObject({ code: 'record_not_found' });
    await expect(execute(undefined, field.farm.colleague)).rejects.toMatchObject({
      code: 'not_session_owner',
    });
    const counter = await execute(undefined, undefined, { voidsPaid: true });
    await expect(execute(counter.state.recordId)).rejects.toMatchObject({ code: 'record_is_void' });
  });
});

it('an admin voids nothing in sessions of others that no frozen pay run covers', async () => {
  const admin = execute(undefined, field.farm.colleague, { voidsPaid: true });
  await expect(admin).rejects.toMatchObject({ code: 'not_session_owner' });
});
