import type { Config } from '@furrow/platform';
import { Calendar } from './calendar.ts';
import { recordScouting } from './field/scouting.ts';
import { assignTasks } from './field/tasks.ts';
import { recordTreatments } from './field/treatments.ts';
import { isMade, seasonEnd } from './harvest/marks.ts';
import { WORKDAYS } from './harvest/plan.ts';
import { recordDays, recordToday } from './harvest/record-days.ts';
import { watchStations } from './office/alerts.ts';
import { addWebhook } from './office/integration.ts';
import { payCrew } from './office/pay.ts';
import { recordShifts } from './people/shifts.ts';
import { registerCrew } from './people/workers.ts';
import { SeasonClock } from './season-clock.ts';
import { type AppliedFarm, SeasonFarm } from './season-farm.ts';
import { sendReadings } from './station/readings.ts';
import type { Database, MediaStore } from '@furrow/platform';

const TIMEZONE = 'Europe/Madrid';

export interface SeasonOptions {
  readonly database: Database;
  readonly media: MediaStore;
  readonly config: Config;
  /** The demo farm, applied. */
  readonly applied: AppliedFarm;
  /** When the season ends, unless it was begun before. */
  readonly now: Date;
}

/**
 * Makes the season that the demo farm has behind it, by the use cases that a user's requests call. What is there stays as it
 * is: an interrupted season is continued, and a complete one is not touched.
 *
 * @returns whether anything was missing
 */
export async function makeSeason({ database, media, config, applied, now }: SeasonOptions): Promise<boolean> {
  const farmAt = (end: Date) =>
    new SeasonFarm(database, media, new SeasonClock(now), new Calendar(end, TIMEZONE, WORKDAYS), applied);
  const begun = await seasonEnd(farmAt(now));
  const farm = farmAt(begun ?? now);
  if (begun && (await isMade(farm))) return false;
  const { calendar } = farm;
  const crew = await registerCrew(farm);
  const forgotten = { worker: 'Abdou Diallo', day: calendar.workdays.at(-8) ?? calendar.today };
  await recordDays(farm, crew);
  await recordShifts(farm, crew, forgotten);
  await sendReadings(farm);
  await recordTreatments(farm);
  await recordScouting(farm);
  await assignTasks(farm);
  await watchStations(farm);
  await addWebhook(farm, config);
  await payCrew(farm, crew);
  await recordToday(farm, crew);
  return true;
}
