import type { Config } from '@furrow/config';
import type { Database } from '@furrow/database';
import type { MediaStore } from '@furrow/media';
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
import { registerCrew, type Worker } from './people/workers.ts';
import { type AppliedFarm, SeasonFarm } from './season-farm.ts';
import { sendReadings } from './station/readings.ts';

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
    new SeasonFarm(database, media, new Calendar(end, TIMEZONE, WORKDAYS), applied);
  const begun = await seasonEnd(farmAt(now));
  const farm = farmAt(begun ?? now);
  if (begun && (await isMade(farm))) return false;
  const crew = await registerCrew(farm);
  await Promise.all([work(farm.beside(), crew), scout(farm.beside()), measure(farm.beside(), config)]);
  await addWebhook(farm, config);
  // The last thing, which tells that all is there.
  await recordToday(farm, crew);
  return true;
}

/** What the crews picked, how long they worked, and what they are paid. */
async function work(farm: SeasonFarm, crew: readonly Worker[]): Promise<void> {
  await recordDays(farm, crew);
  await recordShifts(farm, crew, { worker: 'Abdou Diallo', daysAgo: 8 });
  await payCrew(farm, crew);
}

/** What scouts, and the people who spray and water, did in the sectors. */
async function scout(farm: SeasonFarm): Promise<void> {
  await recordTreatments(farm);
  await recordScouting(farm);
  await assignTasks(farm);
}

async function measure(farm: SeasonFarm, config: Config): Promise<void> {
  await sendReadings(farm);
  await watchStations(farm, config);
}
