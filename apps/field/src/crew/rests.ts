import type { components } from '@furrow/client';
import { type HeatNow, type HeatReading, READING_COUNTS_MS, RestRules } from '@furrow/safety/rests';
import { type CrewDay, type CrewShift, isRunning } from './crew-day.ts';

type Schemas = components['schemas'];
/** The rest rules of a project and the latest readings of its stations, as the office told them. */
export type ProjectHeat = Schemas['ProjectHeat'];

/** Somebody whose rest is due. */
export interface DueRest {
  readonly workerId: string;
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  /** The reading by which it is, °C. */
  readonly value: number;
  readonly measuredAt: number;
}

export interface RestsOfCrew {
  /** The longest overdue first. */
  readonly due: readonly DueRest[];
  /** Whether somebody works where no reading is recent enough, so that nobody knows whether their rest is due. */
  readonly isUnknown: boolean;
  /** When the latest reading of those places was taken; null: there is none. */
  readonly lastReadingAt: number | null;
}

/** The rests of those who work in shifts of this phone, by the last that the office told. */
export function restsOf(day: CrewDay, heats: readonly ProjectHeat[], now: number): RestsOfCrew {
  const ofProject = new Map(
    heats.map((heat) => [heat.projectId, { heat, rules: new RestRules(rulesOf(heat), heatNow(heat, now)) }]),
  );
  const due: DueRest[] = [];
  const unknown = new Set<ProjectHeat>();
  for (const running of day.shifts.filter(isRunning)) {
    const place = ofProject.get(running.projectId);
    if (place === undefined) continue;
    const own = day.shifts.filter(({ workerId }) => workerId === running.workerId).map(worked);
    const rest = place.rules.of(own, now);
    if (rest?.status === 'unknown') unknown.add(place.heat);
    if (rest?.status !== 'due' || rest.dueAt === null || rest.reading === null) continue;
    const { value, at: measuredAt } = rest.reading;
    due.push({ workerId: running.workerId, dueAt: rest.dueAt, value, measuredAt });
  }
  const instants = [...unknown].flatMap(({ te, heatIndex }) => [te, heatIndex].map(instantOf));
  const last = Math.max(...instants.filter((at) => at !== undefined));
  return {
    due: due.sort((a, b) => a.dueAt - b.dueAt),
    isUnknown: unknown.size > 0,
    lastReadingAt: Number.isFinite(last) ? last : null,
  };
}

const rulesOf = ({ projectId, rules }: ProjectHeat) =>
  rules.map((rule) => ({ ...rule, projectId, isActive: true }));

/** Without readings that have become too old since the office told them. */
function heatNow({ te, heatIndex }: ProjectHeat, now: number): HeatNow {
  const recent = (reading: ProjectHeat['te']): HeatReading | undefined => {
    const at = instantOf(reading);
    if (reading === null || at === undefined || now - at > READING_COUNTS_MS) return undefined;
    return { deviceId: reading.deviceId, value: reading.value, at };
  };
  return { te: recent(te), 'heat-index': recent(heatIndex) };
}

const instantOf = (reading: ProjectHeat['te']): number | undefined =>
  reading === null ? undefined : Date.parse(reading.at);

/** A break that has not ended is being taken. */
function worked({ startedAt, endedAt, breaks }: CrewShift) {
  return {
    startedAt: Date.parse(startedAt),
    endedAt: endedAt === undefined ? null : Date.parse(endedAt),
    breaks: breaks.map((one) => ({
      from: Date.parse(one.startedAt),
      to: one.endedAt === undefined ? Infinity : Date.parse(one.endedAt),
    })),
  };
}
