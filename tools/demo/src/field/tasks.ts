import { wireForms, wireFormsIn } from '@furrow/forms';
import { by } from '../acting.ts';
import type { SeasonFarm } from '../season-farm.ts';

interface Chore {
  readonly key: string;
  readonly sector: string;
  readonly assignee: string;
  /** Days from today. */
  readonly due: number;
  /** What the report says; undefined while it is open. */
  readonly report?: { readonly pressure: number; readonly leaks: boolean };
}

const CHORES: readonly Chore[] = [
  chore('riego-v2-semanal', 'vega/v2', 'mateo', -9, { pressure: 1.4, leaks: false }),
  chore('riego-v4-semanal', 'vega/v4', 'rosa', -6, { pressure: 0.9, leaks: true }),
  chore('riego-loma', 'loma/greenhouse', 'nayra', -2, { pressure: 1.6, leaks: false }),
  chore('riego-v3-revisar', 'vega/v3', 'mateo', 1),
  chore('riego-v4-fuga', 'vega/v4', 'rosa', 0),
  chore('riego-loma-filtros', 'loma/greenhouse', 'nayra', 5),
];

/** Assigns tasks that are due around today, and reports on those that are done. */
export async function assignTasks(farm: SeasonFarm): Promise<void> {
  const declared = CHORES.map(({ key, sector, assignee, due }) => ({
    ...{ key, form: 'irrigation-check', assignee: farm.user(assignee).idpId, ...farm.place(sector) },
    dueAt: farm.calendar.at(farm.calendar.daysAgo(-due), 14),
  }));
  const ids = await farm.database.tenant(farm.companyId, (tx) =>
    wireFormsIn(tx).applyTasks.execute(declared, { prune: false }),
  );
  const { submitRecord } = wireForms(farm.database, farm.media, farm.clock);
  for (const { key, sector, assignee, due, report } of CHORES) {
    if (!report) continue;
    const user = { ...farm.user(assignee), role: 'supervisor' as const };
    await by(user, () =>
      submitRecord.execute(farm.companyId, user, {
        ...{ formId: farm.form('irrigation-check'), formVersion: null, taskId: ids[key] ?? null },
        ...{ clientRecordId: `season/task/${key}`, location: null, media: [], values: report },
        recordedAt: farm.calendar.at(farm.calendar.daysAgo(-due), 10),
        forcedLocation: farm.place(sector),
      }),
    );
  }
}

function chore(
  key: string,
  sector: string,
  assignee: string,
  due: number,
  report?: { readonly pressure: number; readonly leaks: boolean },
): Chore {
  return { key, sector, assignee, due, ...(report && { report }) };
}
