import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SystemClock } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { wireTelemetry } from '@furrow/telemetry';
import type { Stage } from '../stage.ts';

const STATION = 'climate-01';
const EVERY_MS = 10 * 60_000;
const FIRST = Date.UTC(2025, 0, 1);
const PAYLOAD = 1_000;

/** A farm with one station and its stored readings. */
export interface ClimateFarm {
  readonly companyId: string;
  readonly projectId: string;
  readonly deviceId: string;
  /** An API token of the company, with any scope. */
  readonly credential: string;
  /** The instants of the first and the last reading. */
  readonly from: Date;
  readonly to: Date;
}

/** Readings every 10 minutes from 2025 on, written as those of a device are. */
export async function seedClimate(stage: Stage, readings: number): Promise<ClimateFarm> {
  const { companyId, projectId, credential } = await provision(stage);
  const device = { companyId, deviceId: STATION, projectId, sectorId: null };
  await measureClimate(stage, device, readings);
  return {
    ...{ companyId, projectId, credential, deviceId: STATION },
    from: new Date(FIRST),
    to: new Date(FIRST + (readings - 1) * EVERY_MS),
  };
}

/** Readings of one station every 10 minutes from 2025 on. */
export async function measureClimate(
  stage: Stage,
  device: Parameters<ReturnType<typeof wireTelemetry>['ingestTelemetry']['execute']>[0],
  readings: number,
): Promise<void> {
  const database = await Database.connect(stage.postgres.url, { poolSize: 2, rows: [] });
  try {
    const ingest = wireTelemetry(database, new SystemClock()).ingestTelemetry;
    for (let sent = 0; sent < readings; sent += PAYLOAD) {
      const items = Array.from({ length: Math.min(PAYLOAD, readings - sent) }, (_, i) => readingAt(sent + i));
      const { problems } = await ingest.execute(device, 'weather', Buffer.from(JSON.stringify(items)));
      if (problems.length > 0) throw new Error(`A reading was refused: ${problems[0]?.message ?? ''}`);
    }
  } finally {
    await database.close();
  }
  await stage.asSuperuser((client) => client.query('VACUUM (ANALYZE) telemetry.weather'));
}

/** Follows days and nights, with as many digits as a station sends. */
function readingAt(index: number) {
  const day = Math.sin((index / 144) * 2 * Math.PI);
  const noise = ((index * 7919) % 101) / 101;
  const rounded = (value: number) => Math.round(value * 100) / 100;
  return {
    ts: new Date(FIRST + index * EVERY_MS).toISOString(),
    te: rounded(16 + 9 * day + noise),
    hr: rounded(62 - 25 * day + 5 * noise),
    wind: rounded(2 + day + noise),
  };
}

async function provision(stage: Stage) {
  const file = join(stage.home, 'climate.json');
  const farm = {
    company: { key: 'climate', name: 'Climate', timezone: 'America/Santiago' },
    projects: [{ key: 'farm', name: 'Farm', timezone: 'America/Santiago' }],
    devices: [{ deviceId: STATION, project: 'farm' }],
    apiTokens: [{ name: 'series', scopes: ['read:production'] }],
  };
  await writeFile(file, JSON.stringify(farm));
  const { companyId, projects, apiTokens } = JSON.parse(await stage.furrow('apply', file, '--json')) as {
    companyId: string;
    projects: { farm: string };
    apiTokens: { series: { credential: string } };
  };
  return { companyId, projectId: projects.farm, credential: apiTokens.series.credential };
}
