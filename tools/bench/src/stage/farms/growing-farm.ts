import { randomUUID } from 'node:crypto';
import { SystemClock } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { type IngestTelemetry, wireTelemetry } from '@furrow/telemetry';
import { HttpConnection, postOf } from '../../load/http-connection.ts';
import { timedGet } from '../../load/timed-get.ts';
import { newRecords, paths } from '../../records.ts';
import { type Crew, openSession, WORKERS_OF_A_SESSION } from '../crews.ts';
import { daysBefore, openPickedFarm, pick, type PickedFarm } from './harvest-farm.ts';
import type { RunningApi, Stage } from '../stage.ts';
import { between, LAST_DAY, report, spanOf, type Stations } from '../stations.ts';

/** Sessions at the first size. A report covers the last two days, which have eight. */
const FIRST_SESSIONS = 10;
const REPORTED_DAYS = 2;
/** Readings of each station at the first size: more than a day. */
const FIRST_READINGS = 200;
const A_DAY = 144;
const RECORDS = 100;
const READINGS_EACH = 5;
const ASKED = 5;
/** Rows written between two progress lines. */
const STRIDE = 1_000_000;

/** A farm in a database of its own whose history can be extended by equal numbers of records and readings. */
export class GrowingFarm {
  #rows = 0;

  private constructor(
    readonly stage: Stage,
    readonly picked: PickedFarm,
    readonly stations: Stations,
    private readonly firstRows: number,
  ) {}

  /** @param firstRows the number of records, and of readings, at the first size */
  static async open(stage: Stage, firstRows: number): Promise<GrowingFarm> {
    const names = Array.from({ length: firstRows / FIRST_READINGS }, (_, i) => `growing-${i}`);
    // One station has a project of its own for the weather queries; the others send.
    const projectOf = (index: number) => (index === 0 ? 'asked' : 'farm');
    const picked = await openPickedFarm(stage, {
      projects: [{ key: 'asked', name: 'Asked', timezone: 'UTC' }],
      devices: names.map((deviceId, i) => ({ deviceId, project: projectOf(i) })),
    });
    const devices = names.map((deviceId, i) => ({
      deviceId,
      projectId: picked.projects[projectOf(i)] ?? '',
    }));
    const farm = new GrowingFarm(stage, picked, { companyId: picked.companyId, devices }, firstRows);
    await farm.growTo(firstRows);
    return farm;
  }

  async growTo(rows: number): Promise<void> {
    if (rows > this.#rows) await withoutFullPageWrites(this.stage, () => this.#fill(rows));
  }

  async #fill(rows: number): Promise<void> {
    const recordsEach = this.firstRows / FIRST_SESSIONS;
    while (this.#rows < rows) {
      const more = Math.min(STRIDE, rows - this.#rows);
      const past = { first: this.#rows / recordsEach, sessions: more / recordsEach, recordsEach };
      await pick(this.stage, this.picked, past);
      const each = this.stations.devices.length;
      await report(this.stage, this.stations, spanOf(more / each, this.#rows / each));
      this.#rows += more;
      const reached = this.#rows.toLocaleString('en');
      this.stage.say(`${reached} records and ${reached} readings`);
    }
  }
}

/** Disables full-page writes while tables are filled; measurements run with PostgreSQL's usual settings. */
async function withoutFullPageWrites(stage: Stage, fill: () => Promise<void>): Promise<void> {
  const set = (change: string) =>
    stage.asSuperuser(async (client) => {
      await client.query(`ALTER SYSTEM ${change}`);
      await client.query('SELECT pg_reload_conf()');
    });
  await set('SET full_page_writes = off');
  await fill();
  await set('RESET full_page_writes');
}

/** The operations measured on a farm, of equal size at every farm size. Figures are microseconds. */
export class WorkingFarm {
  #round = 0;

  private constructor(
    private readonly farm: GrowingFarm,
    private readonly api: RunningApi,
    private readonly crew: Crew,
    private readonly database: Database,
    private readonly ingest: IngestTelemetry,
  ) {}

  static async start(stage: Stage, farm: GrowingFarm): Promise<WorkingFarm> {
    const { picked } = farm;
    const api = await stage.startApi();
    const place = { projectId: picked.projectId, sectorId: Object.values(picked.sectors)[0] };
    const [idpId, userId] = Object.entries(picked.users)[0] as [string, string];
    const crew = {
      ...(await openSession(stage, api, idpId, place)),
      ...{ companyId: picked.companyId, userId, workers: picked.workers.slice(0, WORKERS_OF_A_SESSION) },
      projectId: picked.projectId,
      qualities: Object.entries(picked.qualities).map(([name, id]) => ({ id, name })),
    };
    const database = await Database.connect(stage.postgres.url, { poolSize: 2, rows: [] });
    const ingest = wireTelemetry(database, new SystemClock()).ingestTelemetry;
    return new WorkingFarm(farm, api, crew, database, ingest);
  }

  /** One record of a bulk call of 100. */
  async record(): Promise<number> {
    const records = newRecords(this.crew, RECORDS).map((record) => {
      const key = randomUUID();
      return { ...record, clientEventId: `phone-${key}`, idempotencyKey: key };
    });
    const request = postOf(paths.bulk, this.crew.jwt, JSON.stringify({ records }));
    const connection = await HttpConnection.open(this.api.url);
    const began = performance.now();
    const { body } = await connection.send(request);
    const took = performance.now() - began;
    connection.close();
    if (!body.includes(`"created":${RECORDS},`)) throw new Error(`Answered ${body.toString().slice(-500)}`);
    return (1_000 * took) / RECORDS;
  }

  /** The harvest of two days: eight sessions of 20 workers. */
  harvest(): Promise<number> {
    const { credential, lastDay } = this.farm.picked;
    const days = `startTime=${daysBefore(lastDay, REPORTED_DAYS - 1)}&endTime=${lastDay}`;
    return this.#asked(`/api/control/harvest?${days}`, credential, ({ meta }) => meta?.sessionCount === 8);
  }

  /** One reading of the five that each station sends at once. */
  async reading(): Promise<number> {
    const round = this.#round++;
    const { companyId, devices } = this.farm.stations;
    const payload = Buffer.from(
      JSON.stringify(
        Array.from({ length: READINGS_EACH }, (_, index) => ({
          ...{ ts: between(round, index).toISOString(), te: 21.5, hr: 58.2, wind: 2.1 },
        })),
      ),
    );
    const senders = devices.slice(1);
    const began = performance.now();
    const reports = await Promise.all(
      senders.map((device) =>
        this.ingest.execute({ ...device, companyId, sectorId: null }, { kind: 'weather', payload }),
      ),
    );
    const took = performance.now() - began;
    const [problem] = reports.flatMap(({ problems }) => problems);
    if (problem) throw new Error(`A reading was refused: ${problem.message}`);
    return (1_000 * took) / (senders.length * READINGS_EACH);
  }

  /** A day of one station's weather: 144 points. */
  day(): Promise<number> {
    const { credential, projects } = this.farm.picked;
    const range = { from: `${LAST_DAY}T00:00:00`, to: `${LAST_DAY}T23:59:59`, timezone: 'UTC' };
    const query = new URLSearchParams({ projectId: projects['asked'] ?? '', ...range });
    return this.#asked(
      `/api/iot/weather?${query.toString()}`,
      credential,
      ({ data }) => data.length === A_DAY,
    );
  }

  async stop(): Promise<void> {
    await this.database.close();
    await this.api.stop();
  }

  /** The mean of several requests. Rejects fast but wrong answers. */
  async #asked(
    path: string,
    credential: string,
    right: (answer: { data: unknown[]; meta?: { sessionCount?: number } }) => boolean,
  ): Promise<number> {
    let took = 0;
    for (let time = 0; time < ASKED; time++) {
      const { milliseconds, text } = await timedGet(new URL(path, this.api.url), { 'x-api-key': credential });
      took += milliseconds;
      if (!right(JSON.parse(text()) as Parameters<typeof right>[0]))
        throw new Error(`${path} was answered ${text().slice(0, 500)}`);
    }
    return (1_000 * took) / ASKED;
  }
}
