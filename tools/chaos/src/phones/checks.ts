import type { Check } from '@furrow/program';
import { quantile } from '@furrow/testbed/load';
import type { PhonesReport } from './phones.ts';

type PhoneReport = PhonesReport['phones'][number];
const unless = (isSo: boolean, problem: string): string[] => (isSo ? [] : [problem]);

export function phonesChecks({ settings, phones, pay, cuts }: PhonesReport): Check[] {
  const buckets = phones.reduce((sum, { records, voids }) => sum + records - voids, 0);
  const kills = phones.reduce((sum, phone) => sum + phone.kills, 0);
  const isShort = settings.signals < 3;
  const suite = 'phones';
  return [
    ...phones.map((phone, i) => ({ suite, what: `phone ${i + 1}`, ...phoneCheck(phone) })),
    {
      ...{ suite, what: 'pay', asked: pay.length },
      problems: pay
        .filter(({ due, paid }) => due !== paid)
        .map(({ workerId, due, paid }) => `${workerId} is paid ${paid} cents in place of ${due}`),
    },
    {
      ...{ suite, what: 'the day', asked: buckets },
      problems: [
        ...unless(buckets === settings.pickers * settings.buckets, `${buckets} buckets were counted`),
        ...unless(kills >= settings.kills, `only ${kills} tabs were killed`),
        ...unless(isShort || phones.some(({ full }) => full > 0), 'no phone was full while it sent'),
        ...unless(isShort || cuts > 0, 'no connection was cut'),
      ],
      detail: `connections cut ${cuts} times, the API killed ${settings.apiKills} times`,
    },
  ];
}

function phoneCheck(phone: PhoneReport): Pick<Check, 'asked' | 'problems' | 'detail'> {
  const { sums, agrees, office, records, voids, unknown, refused, shared } = phone;
  const { kills, again, full, waits } = phone;
  const [median, p95] = [0.5, 0.95].map((part) => Math.round(quantile(waits, part)));
  return {
    asked: records,
    problems: [
      ...sums
        .filter((sum) => sum.brought !== sum.phone || sum.phone !== sum.office)
        .map(
          (sum) =>
            `${sum.workerId} brought ${sum.brought} buckets, the phone has ${sum.phone}, the office ${sum.office}`,
        ),
      ...unless(agrees, 'something was unsent although Day end agreed'),
      ...unless(office.records === records, `${records} records were made, the office has ${office.records}`),
      ...unless(office.voids === voids, `${voids} were taken back, in the office ${office.voids}`),
      ...unless(office.units === records - voids, `the office has ${office.units} units`),
      ...unless(unknown > 0, 'no badge was unknown'),
      ...unless(refused > 0, 'the phone was never full'),
      ...unless(shared > 0, 'no bucket was shared'),
    ],
    detail:
      `${shared} shared, ${voids} taken back, ${kills} kills (${again} before the record was stored), ${unknown} unknown badges, ` +
      `${refused} refused for lack of space, ${full} times full with signal; from scan to total ${median} ms (median), ${p95} ms (p95)`,
  };
}
