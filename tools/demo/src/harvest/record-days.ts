import { wireProductionIn } from '@furrow/production';
import { NO_DETAILS } from '@furrow/production/domain';
import type { LocalDate } from '@furrow/kernel';
import { Random } from '@furrow/program';
import { by } from '../acting.ts';
import type { Calendar } from '../calendar.ts';
import { HOURS } from '../people/hours.ts';
import type { Worker } from '../people/workers.ts';
import type { Person, SeasonFarm } from '../season-farm.ts';
import { type Load, loadsOf, type PlannedSession, sessionsOf } from './plan.ts';
import { localId } from './marks.ts';

/** How many days share a transaction. */
const DAYS_AT_ONCE = 8;

const HOUR_MS = 3_600_000;

type Harvest = ReturnType<typeof wireProductionIn>;

/**
 * Records the working days of the season. A session is opened, filled and closed in one transaction, so that nobody, a
 * sweep of lapsed sessions included, sees it half recorded; an interrupted season goes on with the days that are missing.
 */
export async function recordDays(farm: SeasonFarm, crew: readonly Worker[]): Promise<void> {
  const days = [...farm.calendar.workdays.entries()];
  // Alone, because it tells a season that goes on when the season ends.
  await record(farm, crew, days.splice(0, DAYS_AT_ONCE));
  const half = Math.ceil(days.length / 2);
  await Promise.all(
    [days.slice(0, half), days.slice(half)].map(async (some) => {
      const beside = farm.beside();
      while (some.length > 0) await record(beside, crew, some.splice(0, DAYS_AT_ONCE));
    }),
  );
}

type Workday = readonly [index: number, day: LocalDate];

/** Records some days in one transaction. */
async function record(farm: SeasonFarm, crew: readonly Worker[], days: readonly Workday[]): Promise<void> {
  await farm.database.tenant(farm.companyId, async (tx) => {
    const harvest = wireProductionIn(tx, farm.clock);
    for (const [index, day] of days)
      for (const session of sessionsOf(index, day)) await recordSession(farm, harvest, crew, session);
  });
}

/** Today's session, which stays open, with what was picked so far. The phone has a signal, and sends each load. */
export async function recordToday(farm: SeasonFarm, crew: readonly Worker[]): Promise<void> {
  const { calendar, clock } = farm;
  const owner = farm.user('mateo');
  const openedAt = calendar.openedToday;
  await by(owner, () =>
    farm.database.tenant(farm.companyId, async (tx) => {
      const harvest = wireProductionIn(tx, clock);
      clock.set(openedAt);
      const { session, created } = await harvest.openSession.execute(farm.companyId, owner, {
        ...opening(farm, 'vega/v3', openedAt, localId(calendar, 'today')),
        ...{ pricePerUnit: '0.2', maxDurationHours: 24, notes: 'Última pasada antes de la poda en verde.' },
      });
      if (!created) return;
      for (const { worker, load, index, at } of loadsOfToday(calendar, pickersOf(crew, 'vega-a'))) {
        const key = `season/${calendar.today}/${worker.look}/${index}`;
        clock.set(new Date(at.getTime() + 20_000));
        await add(harvest, farm, owner, [draft(farm, session.id, worker, load, { at, key })]);
      }
      clock.set(calendar.now);
      await harvest.refreshSnapshots([session.id]);
    }),
  );
}

/** What was brought since the session was opened, one after the other. */
function loadsOfToday({ openedToday, now }: Calendar, pickers: readonly Worker[]) {
  const age = now.getTime() - openedToday.getTime();
  return pickers
    .flatMap((worker) =>
      loadsOf(new Random(90_001 + 7_919 * worker.look), worker.pace, 'kg').map((load, index) => {
        const usual = (load.hour - HOURS.start - 0.3 + 0.05 * (worker.look % 9)) * HOUR_MS;
        // Soon after midnight, too, everybody has brought something.
        const after = index === 0 ? Math.min(usual, age * (0.2 + 0.05 * worker.look)) : usual;
        return { worker, load, index, at: new Date(openedToday.getTime() + Math.max(after, 0)) };
      }),
    )
    .filter(({ at }) => at < now)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

async function recordSession(
  farm: SeasonFarm,
  harvest: Harvest,
  crew: readonly Worker[],
  planned: PlannedSession,
): Promise<void> {
  const { calendar, clock } = farm;
  const { day, sector, timezone, ending } = planned;
  const owner = farm.user(planned.owner);
  const at = (hour: number) => calendar.at(day, hour, timezone);
  clock.set(at(HOURS.start));
  const { session, created } = await harvest.openSession.execute(farm.companyId, owner, {
    ...opening(farm, sector, at(HOURS.start), localId(calendar, `${day}/${sector}`)),
    ...{ pricePerUnit: planned.price, maxDurationHours: ending === 'midnight' ? 24 : null },
    notes: planned.notes,
  });
  if (!created) return;
  const unit = sector.startsWith('loma') ? 'box' : 'kg';
  const drafts = pickersOf(crew, planned.crew).flatMap((worker) =>
    loadsOf(new Random(seedOf(farm, day, worker)), worker.pace, unit).map((load, index) =>
      draft(farm, session.id, worker, load, {
        at: at(load.hour),
        key: `season/${day}/${worker.look}/${index}`,
      }),
    ),
  );
  clock.set(at(HOURS.end + 0.1));
  await add(harvest, farm, owner, drafts);
  if (ending === 'owner')
    await harvest.closeSession.execute(farm.companyId, owner.userId, {
      sessionId: session.id,
      finalNotes: planned.notes && 'Sin incidencias.',
    });
  else await harvest.refreshSnapshots([session.id]);
}

/** By the day's place in the season, so that only dates differ from one machine to another. */
function seedOf({ calendar }: SeasonFarm, day: string, { look }: Worker): number {
  return 1_000 * (1 + calendar.workdays.findIndex((one) => one === day)) + look;
}

function opening(farm: SeasonFarm, sector: string, openedAt: Date, key: string) {
  return {
    ...{ ...farm.place(sector), openedAt, localId: key, samplingUnit: null, bonus: null },
    ...{ ...NO_DETAILS, overrideReason: null },
  };
}

type Drafts = Parameters<Harvest['addRecords']['execute']>[2];

function draft(
  farm: SeasonFarm,
  sessionId: string,
  worker: Worker,
  { units, quality }: Load,
  { at, key }: { readonly at: Date; readonly key: string },
): Drafts[number] {
  return {
    ...{ sessionId, workerId: worker.workerId, qualityId: farm.quality(quality), units: String(units) },
    ...{ recordedAt: at, clientEventId: key, idempotencyKey: null, notes: null },
  };
}

async function add(harvest: Harvest, farm: SeasonFarm, owner: Person, drafts: Drafts): Promise<void> {
  for (const outcome of await harvest.addRecords.execute(farm.companyId, owner, drafts))
    if (outcome.kind === 'refused') throw outcome.error;
}

const pickersOf = (crew: readonly Worker[], name: Worker['crew']) => crew.filter((one) => one.crew === name);
