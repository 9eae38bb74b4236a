import type { Browser } from '@furrow/testbed';
import { type Crew, hire, openSession } from '../crews.ts';
import { asked } from '../../load/asked.ts';
import { paths } from '../../records.ts';
import type { RunningApi, Stage } from '../stage.ts';
import { LAST_DAY, report, spanOf } from '../stations.ts';

const STATION = 'console-01';
const WORKERS = 20;
const QUALITIES = ['export', 'local', 'industry'];
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
  const supervisor = 'console|supervisor';
  const { companyId, projects, sectors, qualities } = await stage.apply({
    company: { key: 'console', name: 'Console', timezone: 'UTC' },
    users: [{ idpId: supervisor, name: 'Mateo', role: 'supervisor' }],
    projects: [
      {
        ...{ key: 'farm', name: 'Farm', timezone: 'UTC' },
        sectors: [{ key: 'north', name: 'North', crop: 'Cherry' }],
      },
    ],
    devices: [{ deviceId: STATION, project: 'farm', sector: 'north' }],
    qualities: QUALITIES.map((key) => ({ key, name: key })),
  });
  const place = { projectId: projects['farm'] ?? '', sectorId: sectors['farm/north'] ?? '' };
  const workers = await hire(stage, companyId, WORKERS);
  const session = await openSession(stage, api, supervisor, place);
  const crew = { ...session, workers, qualities: Object.values(qualities) };
  await count(api, crew, 0, records);
  const devices = [{ deviceId: STATION, projectId: place.projectId }];
  await report(stage, { companyId, devices }, spanOf(readings));
  let counted = records;
  const pick = () => count(api, crew, counted++, 1);
  return { supervisor, sessionId: session.sessionId, lastDay: LAST_DAY, pick };
}

async function count(
  api: RunningApi,
  crew: Pick<Crew, 'jwt' | 'sessionId' | 'openedAt' | 'workers'> & { readonly qualities: readonly string[] },
  first: number,
  records: number,
): Promise<void> {
  const { jwt, sessionId, openedAt, workers, qualities } = crew;
  const one = (i: number) => ({
    ...{
      clientEventId: `console-${i}`,
      sessionId,
      workerId: workers[i % WORKERS]?.id,
      units: 1 + (i % 40) / 8,
    },
    ...{ worker_name: workers[i % WORKERS]?.name, qualityId: qualities[i % qualities.length] },
    recordedAt: new Date(Date.parse(openedAt) + (i % LAST) * APART_MS).toISOString(),
  });
  for (let sent = 0; sent < records; sent += BULK) {
    const batch = Array.from({ length: Math.min(BULK, records - sent) }, (_, i) => one(first + sent + i));
    await asked(api, jwt, 'POST', paths.bulk, { records: batch });
  }
}

/** Signs in by the page that lists the users, and waits until the menu stands. */
export async function signIn(browser: Browser, api: RunningApi, idpId: string): Promise<void> {
  const returnTo = encodeURIComponent('/console/scouting');
  await browser.goTo(new URL(`/api/console/sign-in?returnTo=${returnTo}`, api.url).href);
  await browser.click(`form[action*="${encodeURIComponent(idpId)}"] button`);
  await browser.text('.menu');
}
