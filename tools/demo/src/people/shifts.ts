import type { LocalDate } from '@furrow/kernel';
import { wireWorkforce } from '@furrow/workforce';
import type { SeasonFarm } from '../season-farm.ts';
import { picksOn } from '../harvest/plan.ts';
import { voidsNothing } from './voids-nothing.ts';
import { nameOf } from './crew.ts';
import { HOURS } from './hours.ts';
import type { Worker } from './workers.ts';

const BREAKS = [
  { kind: 'rest', from: 9, to: 9.25 },
  { kind: 'meal', from: 11.5, to: 12 },
] as const;
const IN_ONE_CALL = 500;
/** They have worked through today, so that their rest is due in the heat. */
const WITHOUT_REST = ['Ionuț Popescu', 'Fátima El Idrissi', 'Ginés Marín'];

/** A forgotten shift, which the draft of the pay run tells. */
export interface Forgotten {
  readonly worker: string;
  /** Working days before today. */
  readonly daysAgo: number;
}

type Draft = Parameters<ReturnType<typeof wireWorkforce>['recordShifts']['execute']>[2][number];

/** The shifts of all working days, and those that run today. */
export async function recordShifts(
  farm: SeasonFarm,
  crew: readonly Worker[],
  forgotten: Forgotten,
): Promise<void> {
  const { calendar } = farm;
  const forgottenDay = calendar.workdays.at(-forgotten.daysAgo);
  const past = calendar.workdays.flatMap((day, index) =>
    crew
      .filter((worker) => nameOf(worker) !== forgotten.worker || day !== forgottenDay)
      .map((worker) => pastShift(farm, worker, day, index)),
  );
  const running = crew
    .filter(({ crew: name }) => name === 'vega-a' || name === 'hourly')
    .map((worker) => runningShift(farm, worker));
  await record(farm, [...past, ...running]);
}

async function record(farm: SeasonFarm, drafts: readonly Draft[]): Promise<void> {
  const { recordShifts: use } = wireWorkforce(farm.database, farm.media, farm.clock, voidsNothing);
  farm.clock.set(farm.calendar.now);
  for (let from = 0; from < drafts.length; from += IN_ONE_CALL) {
    const outcomes = await use.execute(
      farm.companyId,
      farm.user('clara'),
      drafts.slice(from, from + IN_ONE_CALL),
    );
    for (const outcome of outcomes) if (outcome.kind === 'refused') throw outcome.error;
  }
}

function pastShift(farm: SeasonFarm, worker: Worker, day: LocalDate, index: number): Draft {
  const { projectId, timezone } = workplaceOf(farm, worker);
  const at = (hour: number) => farm.calendar.at(day, hour, timezone);
  return {
    ...{ workerId: worker.workerId, projectId, sectorId: null, kind: kindOn(index, worker), notes: null },
    ...{ startedAt: at(HOURS.start), endedAt: at(HOURS.end) },
    breaks: BREAKS.map(({ kind, from, to }) => ({ kind, startedAt: at(from), endedAt: at(to) })),
    clientEventId: `season/shift/${day}/${worker.workerId}`,
  };
}

/** Of today, with the rest that most of the crew have taken. */
function runningShift(farm: SeasonFarm, worker: Worker): Draft {
  const { projectId } = workplaceOf(farm, worker);
  const startedAt = farm.calendar.shiftsBegan;
  const after = (minutes: number) => new Date(startedAt.getTime() + minutes * 60_000);
  const rest = { kind: 'rest' as const, startedAt: after(120), endedAt: after(135) };
  return {
    ...{ workerId: worker.workerId, projectId, sectorId: null, kind: kindOf(worker), notes: null },
    ...{ startedAt, endedAt: null, breaks: WITHOUT_REST.includes(nameOf(worker)) ? [] : [rest] },
    clientEventId: `season/shift/${farm.calendar.today}/${worker.workerId}`,
  };
}

function workplaceOf(farm: SeasonFarm, { crew }: Worker) {
  return crew === 'loma'
    ? { projectId: farm.project('loma'), timezone: 'Atlantic/Canary' }
    : { projectId: farm.project('vega'), timezone: farm.calendar.timezone };
}

/** Whoever picks nothing on a working day of the season ties up plants, by the hour. */
const kindOn = (index: number, worker: Worker) => (picksOn(index, worker.crew) ? 'piece' : 'hourly');
const kindOf = ({ crew }: Worker) => (crew === 'hourly' ? 'hourly' : 'piece');
