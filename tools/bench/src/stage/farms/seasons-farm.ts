import type { Stage } from '../stage.ts';
import { HOUR_MS, report } from '../stations.ts';

/** A project whose stations have measured all metrics for some years, up to the end of 2025. */
export interface Seasons {
  readonly projectId: string;
  readonly stations: readonly string[];
  /** The first year. */
  readonly since: number;
}

/** A farm with a year of hourly readings of one station, and ten years of five stations that send every ten minutes. */
export interface SeasonsFarm {
  readonly companyId: string;
  /** An API token of the company, with any scope. */
  readonly credential: string;
  readonly year: Seasons;
  readonly decade: Seasons;
}

export async function seedSeasons(stage: Stage, quick: boolean): Promise<SeasonsFarm> {
  const names = (project: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${project}-station-${n}`);
  const stations = { year: names('year', 1), decade: names('decade', quick ? 2 : 5) };
  const site = { latitude: -36.5, longitude: -71.6, altitude: 240 };
  const timezone = 'America/Santiago';
  const { companyId, projects, apiTokens } = await stage.apply({
    company: { key: 'seasons', name: 'Seasons', timezone },
    projects: Object.keys(stations).map((key) => ({ key, name: key, timezone })),
    devices: Object.entries(stations).flatMap(([project, ids]) =>
      ids.map((deviceId) => ({ deviceId, project, ...site })),
    ),
    apiTokens: [{ name: 'indicators', scopes: ['read:production'] }],
  });
  const seasons = (project: 'year' | 'decade', since: number) => ({
    ...{ projectId: projects[project] ?? '', stations: stations[project], since },
  });
  const farm = {
    ...{ companyId, credential: apiTokens['indicators']?.credential ?? '' },
    year: seasons('year', 2025),
    decade: seasons('decade', quick ? 2025 : 2016),
  };
  for (const [{ projectId, stations: ids, since }, everyMs] of [
    [farm.year, HOUR_MS],
    [farm.decade, HOUR_MS / (quick ? 1 : 6)],
  ] as const) {
    // One more month on either side, because local days extend beyond those of UTC.
    const [from, to] = [new Date(Date.UTC(since - 1, 11, 1)), new Date(Date.UTC(2026, 0, 31))];
    const devices = ids.map((deviceId) => ({ deviceId, projectId }));
    await report(stage, { companyId, devices }, { from, to, everyMs, isWhole: true });
  }
  return farm;
}
