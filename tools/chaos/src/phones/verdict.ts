import { quantile } from '@furrow/testbed/load';
import type { PhonesReport } from './phones.ts';

type PhoneReport = PhonesReport['phones'][number];

/** The problems of a run, one sentence each. */
export function phonesProblems({ settings, phones, pay, cuts }: PhonesReport): string[] {
  const buckets = phones.reduce((sum, { records, voids }) => sum + records - voids, 0);
  const kills = phones.reduce((sum, phone) => sum + phone.kills, 0);
  return [
    ...phones.flatMap((phone, i) => problemsOf(phone).map((problem) => `Phone ${i + 1}: ${problem}`)),
    ...pay
      .filter(({ due, paid }) => due !== paid)
      .map(({ workerId, due, paid }) => `${workerId} is paid ${paid} cents in place of ${due}.`),
    ...(buckets === settings.pickers * settings.buckets ? [] : [`${buckets} buckets were counted.`]),
    ...(kills >= settings.kills ? [] : [`Only ${kills} tabs were killed.`]),
    ...(phones.some(({ full }) => full > 0) || settings.signals < 3
      ? []
      : ['No phone was full while it sent.']),
    ...(cuts > 0 || settings.signals < 3 ? [] : ['No connection was cut.']),
  ];
}

function problemsOf(report: PhoneReport): string[] {
  const { sums, agrees, office, records, voids, unknown, refused, shared } = report;
  const wrong = sums.filter(({ brought, phone, office: there }) => brought !== phone || phone !== there);
  return [
    ...wrong.map(
      ({ workerId, brought, phone, office: there }) =>
        `${workerId} brought ${brought} buckets, the phone has ${phone}, the office ${there}.`,
    ),
    ...(agrees ? [] : ['Something was unsent although Day end agreed.']),
    ...(office.records === records
      ? []
      : [`${records} records were made, the office has ${office.records}.`]),
    ...(office.voids === voids ? [] : [`${voids} were taken back, in the office ${office.voids}.`]),
    ...(office.units === records - voids ? [] : [`The office has ${office.units} units.`]),
    ...(unknown > 0 ? [] : ['No badge was unknown.']),
    ...(refused > 0 ? [] : ['The phone was never full.']),
    ...(shared > 0 ? [] : ['No bucket was shared.']),
  ];
}

/** The report as text. */
export function phonesTable(report: PhonesReport): string {
  const { settings, seconds, phones, cuts } = report;
  return [
    `${settings.pickers} pickers × ${settings.buckets} buckets on ${phones.length} phones, seed ${settings.seed}, ${seconds} s; ` +
      `connections cut ${cuts} times, the API killed ${settings.apiKills} times.`,
    ...phones.map(({ records, voids, shared, kills, again, unknown, refused, full, waits }, i) => {
      const [median, p95] = [0.5, 0.95].map((part) => Math.round(quantile(waits, part)));
      return (
        `Phone ${i + 1}: ${records} records, ${shared} of them shared, ${voids} taken back, ${kills} kills (${again} of them before the record was stored), ` +
        `${unknown} unknown badges, ${refused} refused for lack of space, ${full} times full while it had signal; from scan to total ${median} ms (median), ${p95} ms (p95).`
      );
    }),
  ].join('\n');
}
