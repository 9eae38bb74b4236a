import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import { Database, servingTimeouts } from '@furrow/database';
import { DatabaseUnavailable } from '@furrow/database/errors';
import { withClient } from '@furrow/testbed';
import { wireTelemetry } from '../../wiring.ts';
import { NOW, payloadOf, placed, plantAt, weatherAt } from '../../testing/builders.ts';
import { DatabaseProxy } from '../../testing/database-proxy.ts';
import type { Station } from '../../testing/field.ts';
import { type TelemetryOnPostgres, telemetryOnPostgres } from '../../testing/telemetry-on-postgres.ts';
import { monthOf, TypeormPartitions } from './typeorm-partitions.ts';
import { TypeormReadingStore } from './typeorm-reading-store.ts';

let telemetry: TelemetryOnPostgres;
let station: Station;

beforeAll(async () => {
  telemetry = await telemetryOnPostgres();
});
afterAll(() => telemetry.close());
beforeEach(async () => {
  station = await telemetry.newStation();
});

const weather = (ts: number | string, over = {}) => placed(station.device, 'weather', weatherAt(ts, over));
const countOf = async (table: string) => {
  const [row] = await telemetry.query<{ count: number }>(
    station.companyId,
    `SELECT count(*) AS count FROM telemetry.${table}`,
  );
  return row?.count;
};
const asOwner = <Row extends object>(sql: string, { ownerUrl } = telemetry): Promise<Row[]> =>
  withClient(ownerUrl, async (client) => (await client.query<Row>(sql)).rows);

const partitionsOf = async (table: string, of = telemetry) => {
  const found = await asOwner<{ name: string }>(
    `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
      WHERE inhparent = 'telemetry.${table}'::regclass ORDER BY 1`,
    of,
  );
  return found.map(({ name }) => name);
};

/** One instant in each month, up to 2025. */
const everyMonthSince2000 = () => Array.from({ length: 26 * 12 }, (_, month) => Date.UTC(2000, month, 1));

/** Runs on a new database without readings. */
async function onNewDatabase(use: (own: TelemetryOnPostgres) => Promise<void>): Promise<void> {
  const own = await telemetryOnPostgres();
  try {
    await use(own);
  } finally {
    await own.close();
  }
}

describe('monthly partitions', () => {
  it('exist in advance', async () => {
    const inHalfAYear = new Date();
    inHalfAYear.setUTCDate(1);
    inHalfAYear.setUTCMonth(inHalfAYear.getUTCMonth() + 6);
    await telemetry.partitions.makeAhead(inHalfAYear);
    const made = await asOwner<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relispartition AND relkind = 'r' AND relname > 'weather'`,
    );
    const names = [-1, 0, 1, 2, 3].map((month) => {
      const first = new Date(Date.UTC(inHalfAYear.getUTCFullYear(), inHalfAYear.getUTCMonth() + month, 1));
      return `weather_${first.toISOString().slice(0, 7).replace('-', '_')}`;
    });
    expect(made.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  });

  it('are created for any reading, a whole year at once in the past', async () => {
    const readings = everyMonthSince2000().map((ts) => weather(ts));
    expect(await telemetry.store.store(readings)).toEqual(new Map());
    expect(await countOf('weather')).toBe(readings.length);
    expect((await partitionsOf('weather')).length).toBeLessThan(50);
  });

  it('delay only readings that need them', async () => {
    await onNewDatabase(async (own) => {
      const [late, punctual] = [await own.newStation(), await own.newStation()];
      const done: string[] = [];
      const send = async (who: string, { device }: Station, instants: number[]) => {
        const items = instants.map((ts) => ({ ts, te: 20 }));
        expect(
          (await own.ingest.execute(device, { kind: 'weather', payload: payloadOf(items) })).accepted,
        ).toBe(items.length);
        done.push(who);
      };
      const today = [Date.UTC(2026, 2, 1)];
      await send('both', punctual, today);
      const many = send('late', late, everyMonthSince2000());
      for (let i = 0; i < 5; i++) await send('punctual', punctual, today);
      await many;
      expect(done).toEqual(['both', ...Array<string>(5).fill('punctual'), 'late']);
    });
  });

  it('of the earlier version stay, and the gaps around them are filled', async () => {
    await onNewDatabase(async (own) => {
      const month = async (name: string, first: string, next: string) => {
        await asOwner(
          `CREATE TABLE telemetry.${name} (LIKE telemetry.plant INCLUDING DEFAULTS INCLUDING GENERATED)`,
          own,
        );
        await asOwner(
          `ALTER TABLE telemetry.plant ATTACH PARTITION telemetry.${name}
             FOR VALUES FROM ('${first} 00:00:00+00') TO ('${next} 00:00:00+00')`,
          own,
        );
      };
      await month('plant_2003_05', '2003-05-01', '2003-06-01');
      await month('plant_2003_07', '2003-07-01', '2003-08-01');
      const { device } = await own.newStation();
      const readings = Array.from({ length: 12 }, (_, i) =>
        placed(device, 'plant', plantAt(Date.UTC(2003, i, 28))),
      );
      expect(await own.store.store(readings)).toEqual(new Map());
      const made = await partitionsOf('plant', own);
      expect(made.filter((name) => name.startsWith('plant_2003'))).toEqual(
        ['01_to_04', '05', '06', '07', '08_to_12'].map((months) => `plant_2003_${months}`),
      );
    });
  });

  it('are created by several concurrent processes, each once', async () => {
    const others = await Promise.all(
      [1, 2, 3, 4].map(() => Database.connect(telemetry.url, { poolSize: 2, rows: [] })),
    );
    try {
      const stores = others.map(
        (database) => new TypeormReadingStore(database, new TypeormPartitions(database)),
      );
      const readings = Array.from({ length: 20 }, (_, i) =>
        placed(station.device, 'plant', plantAt(Date.UTC(2026, 0, 1 - 31 * i))),
      );
      const answers = await Promise.all(stores.map((store) => store.store(readings)));
      expect(answers).toEqual(stores.map(() => new Map()));
      expect(await countOf('plant')).toBe(20);
    } finally {
      await Promise.all(others.map((database) => database.close()));
    }
  });

  it('that were removed are created again', async () => {
    await telemetry.store.store([weather('2004-05-06T00:00:00Z')]);
    await asOwner('ALTER TABLE telemetry.weather DETACH PARTITION telemetry.weather_2004');
    await asOwner('DROP TABLE telemetry.weather_2004');
    expect(
      await telemetry.store.store([weather('2004-05-06T00:00:00Z'), weather('2026-03-01T00:00:00Z')]),
    ).toEqual(new Map());
    expect(await countOf('weather')).toBe(2);
  });

  it('are in UTC', () => {
    expect([monthOf(Date.UTC(2000, 0, 1)), monthOf(Date.UTC(2026, 11, 31, 23, 59, 59, 999))]).toEqual([
      200001, 202612,
    ]);
  });

  it('are created only by the time of readings, within bounds, and only by the service', async () => {
    const make = (month: string) =>
      telemetry.database.system((tx) => tx.query('SELECT telemetry.make_partitions($1::date[])', [[month]]));
    await expect(make('1999-12-01')).rejects.toMatchObject({ code: '22023' });
    await expect(make('2099-01-01')).rejects.toMatchObject({ code: '22023' });
    await expect(
      telemetry.query(station.companyId, `SELECT telemetry.make_partitions('{2026-01-01}')`),
    ).rejects.toThrow('permission denied');
  });
});

describe('a reading that PostgreSQL itself refuses', () => {
  it('is reported, and the rest of its batch is stored', async () => {
    // Earlier rules would refuse these; here they are bypassed deliberately.
    const poison = placed(station.device, 'plant', plantAt('2026-03-01T00:00:00Z', { kpi: 'a\u0000b' }));
    const nobody = placed(
      { ...station.device, deviceId: 'nobody' },
      'weather',
      weatherAt('2026-03-01T00:00:00Z'),
    );
    const astray = placed(
      { ...station.device, sectorId: station.otherProject.sectorId },
      'weather',
      weatherAt(0),
    );
    const good = Array.from({ length: 40 }, (_, i) => weather(Date.UTC(2026, 2, 1) + i));
    const batch = [...good.slice(0, 13), poison, ...good.slice(13, 20), nobody, astray, ...good.slice(20)];
    const problems = await telemetry.store.store(batch);
    expect([...problems].map(([index, { code }]) => [index, code])).toEqual([
      [13, 'refused'],
      [21, 'refused'],
      [22, 'refused'],
    ]);
    expect(await countOf('weather')).toBe(40);
  });

  it('is never sent: a bad item among good ones of a payload is rejected before', async () => {
    const items = [
      { ts: '2026-03-01T00:00:00Z', kpi: 'vigor', value: 1 },
      { ts: '2026-03-01T00:00:00Z', kpi: 'a\u0000b', value: 1 },
      { ts: '2026-03-01T00:00:00Z', kpi: 'a\ud800', value: 1 },
      { ts: '2026-03-01T00:00:00Z', kpi: 'b', value: 1, sector: 'a\u0000' },
      { ts: '2026-03-01T00:00:00Z', kpi: 'ndvi', value: 5e-324 },
    ];
    const report = await telemetry.ingest.execute(station.device, {
      kind: 'plant',
      payload: payloadOf(items),
    });
    expect(report).toMatchObject({ accepted: 2, problems: [{ index: 1 }, { index: 2 }, { index: 3 }] });
    expect(report.problems.map(({ code }) => code)).toEqual(Array(3).fill('validation_failed'));
  });
});

describe('readings of a company that PostgreSQL fails with', () => {
  /** @param failure a statement of PL/pgSQL */
  async function poisoned(
    failure: string,
    use: (others: readonly Station[]) => Promise<void>,
  ): Promise<void> {
    const others = [await telemetry.newStation(), await telemetry.newStation()];
    await asOwner(`
      CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.company_id = '${station.companyId}' THEN ${failure}; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER poison BEFORE INSERT ON telemetry.weather FOR EACH ROW EXECUTE FUNCTION poison()`);
    try {
      await use(others);
    } finally {
      await asOwner('DROP FUNCTION poison CASCADE');
    }
  }
  const reading = payloadOf({ ts: NOW.getTime(), te: 20 });
  const send = ({ device }: Station, ingest = telemetry.ingest) =>
    ingest.execute(device, { kind: 'weather', payload: reading });

  it('wait, and those of others in the same batch are stored', async () => {
    await poisoned(`RAISE EXCEPTION 'poison'`, async (others) => {
      const outcomes = await Promise.allSettled([station, ...others].map((each) => send(each)));
      expect(outcomes).toMatchObject([
        { status: 'rejected', reason: { name: 'UnstorableReadings', cause: { message: 'poison' } } },
        ...[{ value: { accepted: 1 } }, { value: { accepted: 1 } }],
      ]);
    });
    expect(await send(station)).toMatchObject({ accepted: 1 });
  });

  it('wait if they take too long, and those of others in the same batch are stored', async () => {
    const timeouts = servingTimeouts(2_000);
    const database = await Database.connect(telemetry.url, { poolSize: 3, rows: [], timeouts });
    try {
      const ingest = wireTelemetry(database, new FixedClock(NOW)).ingestTelemetry;
      await poisoned('PERFORM pg_sleep(60)', async (others) => {
        const outcomes = await Promise.allSettled([station, ...others].map((each) => send(each, ingest)));
        expect(outcomes).toMatchObject([
          { status: 'rejected', reason: { name: 'UnstorableReadings' } },
          ...[{ value: { accepted: 1 } }, { value: { accepted: 1 } }],
        ]);
      });
    } finally {
      await database.close();
    }
  });
});

describe('while the database is unavailable', () => {
  it('nothing is acknowledged, and nothing acknowledged is lost', async () => {
    const proxy = await DatabaseProxy.before(telemetry.url);
    const database = await Database.connect(proxy.url, { poolSize: 3, rows: [] });
    const ingest = wireTelemetry(database, new FixedClock(NOW)).ingestTelemetry;
    const acknowledged = new Set<number>();
    let refusals = 0;
    const send = async (ts: number) => {
      const payload = payloadOf({ ts, te: 20 });
      for (;;) {
        try {
          const { accepted } = await ingest.execute(station.device, { kind: 'weather', payload });
          expect(accepted).toBe(1);
          acknowledged.add(ts);
          return;
        } catch (error) {
          expect(error).toBeInstanceOf(DatabaseUnavailable);
          refusals++;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    };
    try {
      const first = Date.UTC(2026, 2, 1);
      const all = Array.from({ length: 300 }, (_, i) =>
        new Promise((resolve) => setTimeout(resolve, i)).then(() => send(first + i)),
      );
      for (let i = 0; i < 3; i++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        proxy.shut();
        await new Promise((resolve) => setTimeout(resolve, 50));
        proxy.open();
      }
      await Promise.all(all);
      expect(refusals).toBeGreaterThan(0);
      expect(acknowledged.size).toBe(300);
      expect(await countOf('weather')).toBe(300);
    } finally {
      await database.close();
      await proxy.close();
    }
  });
});

it('many concurrent devices share transactions and lose nothing', async () => {
  const sent = Array.from({ length: 2_000 }, (_, i) =>
    telemetry.ingest.execute(i % 2 ? station.device : station.neighbour, {
      kind: 'weather',
      payload: payloadOf({ ts: Date.UTC(2026, 2, 1) + (i % 1_500) * 1_000, te: 20 }),
    }),
  );
  const reports = await Promise.all(sent);
  expect(reports.every(({ accepted }) => accepted === 1)).toBe(true);
  expect(await countOf('weather')).toBe(1_500);
});

it('weather has at most 8 columns, so that the null bitmap of a row takes one byte and its header no more than 24', async () => {
  const columns = await asOwner<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'telemetry.weather'::regclass AND attnum > 0`,
  );
  expect(columns.length).toBeLessThanOrEqual(8); // with those that were dropped, which still count
});
