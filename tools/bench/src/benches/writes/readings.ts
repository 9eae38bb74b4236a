import { type Bench, compared, type Measurement, type Scale } from '../../bench.ts';
import { acknowledgedPerSecond, type MqttLoad, startMqttLoad } from '../../load/loads.ts';
import { interleave } from '../../rounds.ts';
import type { Stage } from '../../stage/stage.ts';
import { StationFleet } from '../../stage/station-fleet.ts';

const DEVICES = 50;
const WINDOW = 100;
/** How many devices of a mixed fleet send all members. */
const SOME = 5;
const MESSAGES = 100_000;

/** The months of the readings of each side, so that each has partitions of its own. */
const FROM = {
  none: Date.UTC(2023, 0, 1),
  some: Date.UTC(2024, 0, 1),
  all: Date.UTC(2025, 0, 1),
};
type Side = keyof typeof FROM;

export const readings: Bench = {
  name: 'readings',
  summary: 'readings with and without rain, radiation, light and wetness: bytes, and rates at the gateway',

  async run(whole: Stage, scale: Scale) {
    const stage = await whole.beside('readings');
    try {
      const gateway = await stage.startGateway();
      const fleet = await StationFleet.register(stage, gateway, DEVICES);
      const rates = await ratesOf(stage, fleet, startMqttLoad(stage), scale);
      return [...(await sizesOf(stage)), ...rates];
    } finally {
      await stage.clear();
      await whole.drop('readings');
    }
  },
};

async function ratesOf(stage: Stage, fleet: StationFleet, load: MqttLoad, scale: Scale) {
  const targets = fleet.atGateway(DEVICES);
  const messagesEach = scale.quick ? 8 : MESSAGES / DEVICES;
  const sent = (side: Side, whole: number) => (round: number) => {
    const firstTs = FROM[side] + round * messagesEach * 1_000;
    return acknowledgedPerSecond(stage, load, { targets, window: WINDOW, messagesEach, firstTs, whole });
  };
  const rates = await interleave(stage, 'readings/s', scale.rounds, {
    ...{ none: sent('none', 0), some: sent('some', SOME), all: sent('all', DEVICES) },
  });
  const against = (side: Side, what: string, atLeast: number) =>
    compared(what, 'readings/s', rates[side], rates.none, { atLeast });
  return [
    against('some', `${SOME} of ${DEVICES} devices send rain and light, against none`, 0.7),
    against('all', 'all devices send rain and light, against none', 0.4),
  ];
}

/** Bytes of a reading with its keys, compared with a table that has nothing but te, hr and wind. */
async function sizesOf(stage: Stage): Promise<Measurement[]> {
  return stage.asSuperuser(async (client) => {
    await client.query(`
      CREATE TABLE plain_weather (
        company_id uuid NOT NULL, project_id uuid NOT NULL, sector_id uuid, ts timestamptz NOT NULL,
        te float8, hr float8, wind float8, device_id text COLLATE "C" NOT NULL,
        PRIMARY KEY (company_id, device_id, ts));
      INSERT INTO plain_weather
      SELECT company_id, project_id, sector_id, ts, te, hr, wind, device_id
        FROM telemetry.weather WHERE ts < '2024-01-01'`);
    const bytes = async (tables: string, rows: string): Promise<number> => {
      const { rows: found } = await client.query<{ bytes: number }>(
        `SELECT (SELECT sum(pg_relation_size(oid) + pg_indexes_size(oid)) FROM pg_class
                  WHERE relkind = 'r' AND oid::regclass::text ~ $1)::float8 / (SELECT count(*) FROM ${rows}) AS bytes`,
        [tables],
      );
      return found[0]?.bytes ?? NaN;
    };
    const plain = await bytes('^plain_weather$', 'plain_weather');
    const none = await bytes('^telemetry.weather_2023', `telemetry.weather WHERE ts < '2024-01-01'`);
    const all = await bytes(
      '^telemetry.(whole_)?weather_2025',
      `telemetry.whole_weather WHERE ts >= '2025-01-01'`,
    );
    const of = (what: string, bytesEach: number, atMost: number) =>
      compared(what, 'B', [bytesEach], [plain], { atMost });
    return [
      of('a reading of te, hr and wind, against a table of these alone', none, 1.03),
      of('a reading with rain and light too, against the same', all, 2.3),
    ];
  });
}
