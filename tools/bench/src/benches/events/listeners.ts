import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes } from '@furrow/testbed';
import { absolute, compared, type Measurement, type Scale } from '../../bench.ts';
import { startListeners } from '../../load/loads.ts';
import { interleave } from '../../rounds.ts';
import { hire } from '../../stage/crews.ts';
import { usersOf } from '../../stage/farms/hooked-farm.ts';
import type { RunningApi, Stage } from '../../stage/stage.ts';

const COMPANIES = ['listeners-1', 'listeners-2'];
const STREAMS_EACH = 20;
const SETTLED_AFTER_MS = 3_000;
const KB = 1_024;

/** The memory of live event streams, and the latency of an event on all of them while some clients do not read. */
export async function listeners(stage: Stage, api: RunningApi, scale: Scale): Promise<Measurement[]> {
  const [streams, slow, events] = scale.quick ? [40, 2, 2] : [5_000, 100, 10];
  const companies: { companyId: string; jwts: string[] }[] = [];
  for (const key of COMPANIES) {
    const users = Math.ceil((streams + 2 * slow) / STREAMS_EACH / COMPANIES.length);
    const jwts = await usersOf(stage, { key, name: key, timezone: 'UTC' }, 'admin', users + 1);
    companies.push({ companyId: await companyOf(stage, key), jwts });
  }
  const load = startListeners(stage);
  const open = (count: number, reading: boolean) => {
    const all = companies.flatMap(({ jwts }) => jwts.flatMap((jwt) => Array<string>(STREAMS_EACH).fill(jwt)));
    const jwts = reading ? all.slice(0, count) : all.slice(-count);
    return load.ask({ what: 'open', url: api.url.href, jwts, reading });
  };
  // Allocates what is created once, whatever the number of streams, before the measurement.
  await open(slow, false);
  await load.ask({ what: 'leave' });
  await sleep(SETTLED_AFTER_MS);
  const before = residentBytes(api.pid);
  const opened = await open(streams, true);
  await sleep(SETTLED_AFTER_MS);
  const each = (residentBytes(api.pid) - before) / opened.streams / KB;
  stage.say(`${opened.streams.toLocaleString('en')} streams, ${each.toFixed(1)} kB each`);

  const hear = async () => {
    const heard = load.ask({ what: 'hear', events: events / COMPANIES.length });
    heard.catch(() => undefined); // the rejection is handled where `heard` is awaited below
    for (let event = 0; event < events; event++)
      await hire(stage, companies[event % COMPANIES.length]?.companyId ?? '', 1);
    return (await heard).p99;
  };
  const figures = await interleave(stage, 'until 99 of 100 streams have an event, ms', scale.rounds, {
    'all read': hear,
    'some do not': async () => {
      await open(slow, false);
      const p99 = await hear();
      await load.ask({ what: 'leave' });
      return p99;
    },
  });
  await load.stop();
  return [
    absolute('memory per stream of live events, 5,000 open', 'kB', each, { atMost: 50 }),
    compared(
      ...(['event to 5,000 streams while 100 do not read, p99', 'ms'] as const),
      ...([figures['some do not'], figures['all read'], { atMost: 1.5 }] as const),
    ),
  ];
}

async function companyOf(stage: Stage, key: string): Promise<string> {
  return stage.asSuperuser(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'SELECT company_id AS id FROM access.companies WHERE key = $1',
      [key],
    );
    return rows[0]?.id ?? '';
  });
}
