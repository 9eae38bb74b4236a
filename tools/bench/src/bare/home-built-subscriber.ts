// What a user would build instead: a subscriber that inserts each message on arrival, over a connection pool.
import mqtt from 'mqtt';
import pg from 'pg';

const { BENCH_BROKER_URL = '', BENCH_PG_URL } = process.env;

const pool = new pg.Pool({ connectionString: BENCH_PG_URL });
await pool.query(`
  CREATE SCHEMA IF NOT EXISTS home_built;
  CREATE TABLE IF NOT EXISTS home_built.weather (
    device_id text, ts timestamptz, te float8, hr float8, wind float8, PRIMARY KEY (device_id, ts))`);
const INSERT = {
  name: 'insert',
  text: `INSERT INTO home_built.weather VALUES ($1, to_timestamp($2 / 1000.0), $3, $4, $5) ON CONFLICT DO NOTHING`,
};

/** Messages that are not stored yet; the parent is told when it reaches 0. */
let left = 0;
process.on('disconnect', () => process.exit());
process.on('message', (count: number) => (left += count));

const client = mqtt.connect(BENCH_BROKER_URL, { clientId: 'home-built' });
client.on('message', (topic, payload) => void store(topic, payload));
await client.subscribeAsync('v1/devices/+/telemetry/weather', { qos: 1 });
process.send?.('ready');

async function store(topic: string, payload: Buffer): Promise<void> {
  const { ts, te, hr, wind } = JSON.parse(payload.toString()) as Record<'ts' | 'te' | 'hr' | 'wind', number>;
  await pool.query({ ...INSERT, values: [topic.split('/')[2], ts, te, hr, wind] });
  if (--left === 0) process.send?.('stored');
}
