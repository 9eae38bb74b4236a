import { expect, it } from '@jest/globals';
import type { AlertEnrolment, DeviceKey } from '../alert-ports.ts';
import { EnrolDevices } from './enrol-devices.ts';

const clock = { now: () => new Date() };
const ids = (count: number) =>
  Array.from({ length: count }, (_, n) => `company-${String(n).padStart(4, '0')}`);

function enrolling(all: readonly string[], failing: readonly string[], startAfter?: string) {
  const enrolled: string[] = [];
  const enrolment: AlertEnrolment = {
    companies: (after, limit) =>
      Promise.resolve(all.filter((id) => after === undefined || id > after).slice(0, limit)),
    enrol(companyIds: readonly string[], _: Date, after: DeviceKey | undefined) {
      if (companyIds.some((id) => failing.includes(id)))
        return Promise.reject(new Error('cannot be enrolled'));
      // Two pages of devices.
      if (after === undefined) return Promise.resolve({ companyId: companyIds[0] ?? '', deviceId: 'x' });
      enrolled.push(...companyIds);
      return Promise.resolve(undefined);
    },
    forget: () => Promise.resolve(),
  };
  return { enrolment: new EnrolDevices(enrolment, clock, startAfter), enrolled };
}

it('every company is enrolled in each run, wherever the process starts', async () => {
  const all = ids(250);
  for (const startAfter of [undefined, 'company', 'company-0130', 'zebra']) {
    const { enrolment, enrolled } = enrolling(all, [], startAfter);
    for (let run = 0; run < 2; run++) {
      await enrolment.execute();
      expect([...new Set(enrolled.splice(0))].toSorted()).toEqual(all);
    }
  }
});

it('a company that cannot be enrolled keeps no other from it, and is reported', async () => {
  const all = ids(150);
  const { enrolment, enrolled } = enrolling(all, ['company-0007', 'company-0120']);
  const failures = /^company-0007: Error: cannot be enrolled; company-0120: Error: cannot be enrolled$/;
  await expect(enrolment.execute()).rejects.toThrow(failures);
  expect(enrolled.toSorted()).toEqual(all.filter((id) => !/0007|0120/.test(id)));
});

it('where several companies in a row cannot be enrolled, the next run continues after them', async () => {
  const all = ids(10);
  const { enrolment, enrolled } = enrolling(all, all.slice(0, 3));
  await expect(enrolment.execute()).rejects.toThrow('company-0002');
  expect(enrolled).toEqual([]);
  await expect(enrolment.execute()).rejects.toThrow('company-0000');
  expect(enrolled).toEqual(all.slice(3));
});
