import { describe, expect, it } from '@jest/globals';
import type { DeviceContext, DeviceErrors } from '../../application/ports.ts';
import type { Field } from '../field.ts';

const at = (text: string) => new Date(`2026-03-01T${text}Z`);
const MORNING = { from: at('08:00:00'), to: at('12:00:00') };

function errorsOf({ companyId, deviceId }: DeviceContext, over: Partial<DeviceErrors> = {}): DeviceErrors {
  const last = { lastCode: 'conflict', lastAt: at('10:30:00') };
  return { companyId, deviceId, hour: at('10:00:00'), count: 1, ...last, ...over };
}

/** What every store of errors must do. */
export function describeDeviceErrors(field: () => Field): void {
  describe('errors of devices', () => {
    const ofMorning = (companyId = field().station.companyId) =>
      field().ports.errors.ofHours(companyId, MORNING);

    it('are added up by device and hour, with the last of them', async () => {
      const { errors } = field().ports;
      const { device, neighbour } = field().station;
      const earlier = errorsOf(device, { count: 4, lastCode: 'refused', lastAt: at('10:29:00') });
      const later = errorsOf(device, { count: 2, lastCode: 'ts_in_future', lastAt: at('10:31:00') });
      for (const one of [errorsOf(device), earlier, later]) expect(await errors.add([one])).toEqual([]);
      const next = errorsOf(device, { hour: at('11:00:00'), lastAt: at('11:00:00') });
      expect(await errors.add([errorsOf(neighbour), next])).toEqual([]);
      expect(await errors.add([])).toEqual([]);
      const expected = [{ ...later, count: 7 }, next, errorsOf(neighbour)];
      expect(await ofMorning()).toEqual(
        expected.toSorted((a, b) => (a.deviceId < b.deviceId ? -1 : a.deviceId > b.deviceId ? 1 : 0)),
      );
    });

    it('are those of the hours asked for, the last one not included', async () => {
      const { errors } = field().ports;
      const hours = ['07:00:00', '08:00:00', '11:00:00', '12:00:00'];
      await errors.add(hours.map((hour) => errorsOf(field().device, { hour: at(hour) })));
      expect((await ofMorning()).map(({ hour }) => hour)).toEqual([at('08:00:00'), at('11:00:00')]);
    });

    it('are not visible to another company', async () => {
      await field().ports.errors.add([errorsOf(field().device)]);
      const other = await field().ports.newStation();
      await field().ports.errors.add([errorsOf(other.device, { count: 9 })]);
      expect(await ofMorning()).toEqual([errorsOf(field().device)]);
      expect(await ofMorning(other.companyId)).toEqual([errorsOf(other.device, { count: 9 })]);
    });

    it('are removed when they are old', async () => {
      const { errors } = field().ports;
      await errors.removeBefore(at('09:00:00'));
      const old = errorsOf(field().device, { hour: at('08:00:00') });
      await errors.add([old, errorsOf(field().device, { hour: at('09:00:00') })]);
      expect(await errors.removeBefore(at('09:00:00'))).toBe(1);
      expect((await ofMorning()).map(({ hour }) => hour)).toEqual([at('09:00:00')]);
    });
  });
}
