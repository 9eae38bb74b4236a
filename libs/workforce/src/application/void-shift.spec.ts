import { beforeEach, expect, it } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import { newShiftId, Shift } from '../domain/index.ts';
import { aShift } from '../testing/builders.ts';
import { InMemoryWorkforce } from '../testing/index.ts';
import { VoidShift } from './void-shift.ts';

const COMPANY = 'company';
const clock = new FixedClock('2026-01-31T08:00:00Z');
const made = { shiftId: newShiftId(), by: { userId: 'user', idpId: 'acme|ana' }, at: clock.now() };

let workforce: InMemoryWorkforce;
let shift: Shift;
beforeEach(async () => {
  workforce = new InMemoryWorkforce();
  shift = Shift.record(aShift({ workerId: 'w', projectId: 'north' }), 'UTC', made);
  await workforce.run(COMPANY, ({ shifts }) => shifts.add([shift]));
});

const execute = (voidsPaid = false, shiftId: string = shift.id) =>
  new VoidShift(workforce, clock).execute(COMPANY, { shiftId, reason: null, voidsPaid });
const voidedAt = () =>
  workforce.run(COMPANY, async ({ shifts }) => (await shifts.lock(shift.id))?.state.voidedAt);
const freeze = () =>
  workforce.run(COMPANY, async ({ paid }) => void paid.runs.set(shift.state.localDate, 'run'));

it('voids what a frozen pay run has paid for admins alone', async () => {
  await freeze();
  const refused = { code: 'paid_by_frozen_run', facts: { payRunId: 'run' } };
  await expect(execute()).rejects.toMatchObject(refused);
  expect(await voidedAt()).toBeNull();
  await execute(true);
  expect(await voidedAt()).toEqual(clock.now());
});

it('answers a repeat, also after the day was paid', async () => {
  await execute();
  await freeze();
  await execute();
  await expect(execute(true, newShiftId())).rejects.toMatchObject({ code: 'shift_not_found' });
});
