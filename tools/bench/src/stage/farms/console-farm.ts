import { asked } from '@furrow/program';
import { newRecord, paths } from '../../records.ts';
import { type Crew, openCrews } from '../crews.ts';
import type { RunningApi, Stage } from '../stage.ts';
import { LAST_DAY, report, spanOf } from '../stations.ts';

const STATION = 'console-01';
const BULK = 1_000;
/** Records one after another, and none further ahead than a phone's clock may be. */
const APART_MS = 20;
const LAST = 10_000;

/** A farm to look at: a session that is open and a station with a past. */
export interface ConsoleFarm {
  readonly supervisor: string;
  readonly sessionId: string;
  /** The last local day of its weather. */
  readonly lastDay: string;
  /** Counts one more record. */
  readonly pick: () => Promise<void>;
}

export async function openConsoleFarm(
  stage: Stage,
  api: RunningApi,
  { records, readings }: { readonly records: number; readonly readings: number },
): Promise<ConsoleFarm> {
  const [crew] = (await openCrews(stage, api, 'console', 1)) as [Crew];
  const { companyId, projectId, sessionId } = crew;
  await stage.apply({
    company: { key: 'console', name: 'Console', timezone: 'UTC' },
    devices: [{ deviceId: STATION, project: 'farm', sector: 's0' }],
  });
  await report(stage, { companyId, devices: [{ deviceId: STATION, projectId }] }, spanOf(readings));
  for (let sent = 0; sent < records; sent += BULK)
    await count(api, crew, sent, Math.min(BULK, records - sent));
  let counted = records;
  const pick = () => count(api, crew, counted++, 1);
  return { supervisor: 'console|supervisor-0', sessionId, lastDay: LAST_DAY, pick };
}

async function count(api: RunningApi, crew: Crew, first: number, count: number): Promise<void> {
  const records = Array.from({ length: count }, (_, i) => ({
    ...newRecord(crew, first + i),
    recordedAt: new Date(Date.parse(crew.openedAt) + ((first + i) % LAST) * APART_MS).toISOString(),
  }));
  await asked(api.url, crew.jwt, 'POST', paths.bulk, { records });
}
