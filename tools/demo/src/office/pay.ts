import type { LocalDate } from '@furrow/kernel';
import { wirePayroll } from '@furrow/payroll';
import { Metrics } from '@furrow/observability';
import { wireProduction } from '@furrow/production';
import { by } from '../acting.ts';
import type { Worker } from '../people/workers.ts';
import type { SeasonFarm } from '../season-farm.ts';

type Payroll = ReturnType<typeof wirePayroll>;

/** Weeks before this one: four that were paid, and two that are about to be. */
const PAID = { from: 6, to: 2 } as const;
const DUE = { from: 2, to: 0 } as const;

/** Pays four weeks, corrects a weight of them afterwards, and drafts the pay of the two weeks since. */
export async function payCrew(farm: SeasonFarm, crew: readonly Worker[]): Promise<void> {
  const payroll = wirePayroll(farm.database, farm.clock, new Metrics());
  const admin = farm.user('clara');
  await by(admin, async () => {
    const paid = await runOver(farm, payroll, PAID);
    if (!paid.isFrozen)
      await payroll.freezePayRun.execute(farm.companyId, admin, { payRunId: paid.payRunId, acknowledge: [] });
    await correctWeight(farm, crew);
    await runOver(farm, payroll, DUE);
  });
}

/** The run over these weeks, opened on the Monday after them. */
async function runOver(
  farm: SeasonFarm,
  payroll: Payroll,
  weeks: { readonly from: number; readonly to: number },
) {
  const { calendar, clock, companyId } = farm;
  const next = calendar.monday(weeks.to);
  const from = calendar.monday(weeks.from);
  const to = dayBefore(next);
  clock.set(calendar.at(next, 9));
  const known = await runsOf(farm, payroll);
  const found = known.find((run) => run.from === from && run.to === to);
  if (found) return { payRunId: found.payRunId, isFrozen: found.frozenAt !== null };
  const { run } = await payroll.openPayRun.execute(companyId, farm.user('clara').userId, {
    from,
    to,
    projectId: null,
  });
  return { payRunId: run.payRunId, isFrozen: false };
}

async function runsOf(farm: SeasonFarm, { listPayRuns }: Payroll) {
  const runs: { payRunId: string; from: LocalDate; to: LocalDate; frozenAt: Date | null }[] = [];
  await listPayRuns.execute(farm.companyId, { page: 1, pageSize: 100, withStatements: false }, (run) => {
    runs.push(run);
    return Promise.resolve();
  });
  return runs;
}

/** A load of a paid week that was written down wrongly. The next run pays the difference. */
async function correctWeight(farm: SeasonFarm, crew: readonly Worker[]): Promise<void> {
  const { calendar, clock, companyId } = farm;
  const { correctRecord, listSessions, listRecords } = wireProduction(farm.database, clock);
  const admin = farm.user('clara');
  const viewer = { userId: admin.userId, seesCompany: true };
  const day = dayBefore(dayBefore(calendar.monday(PAID.to)));
  clock.set(calendar.at(calendar.monday(PAID.to), 11));
  const filters = { from: day, to: day, status: null, projectId: farm.project('vega'), sectorId: null };
  const { items } = await listSessions.execute(companyId, viewer, { ...filters, page: 1, pageSize: 10 });
  const session = items.find((one) => one.session.owner.userId === farm.user('mateo').userId)?.session;
  if (!session) throw new Error(`Nothing was picked on ${day}.`);
  const records = await listRecords.execute(companyId, viewer, session.id, { page: 1, pageSize: 200 });
  const picker = crew.find(({ firstName }) => firstName === 'Amparo');
  const record = records.items.find(
    ({ state }) => state.workerId === picker?.workerId && state.kind === 'addition',
  );
  if (!record) throw new Error(`Amparo picked nothing on ${day}.`);
  await correctRecord.execute(companyId, admin.userId, {
    ...{ recordId: record.state.recordId, units: String(Number(record.state.units) + 18), qualityId: null },
    ...{ reason: 'El albarán dice 18 kg más.', clientEventId: `season/correction/${day}` },
  });
}

function dayBefore(day: LocalDate): LocalDate {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10) as LocalDate;
}
