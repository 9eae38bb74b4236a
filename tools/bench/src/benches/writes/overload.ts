import { absolute, type Bench, compared, type Measurement, type Scale } from '../../bench.ts';
import { startLoad } from '../../load/load.ts';
import { type OverloadResult, startOverload } from '../../load/overload.ts';
import { newRecord, newRecords, paths } from '../../records.ts';
import { type Crew, openCrews } from '../../stage/crews.ts';
import { watchMemory } from '@furrow/testbed';
import type { Stage } from '../../stage/stage.ts';

const CLIENTS = 32;
const TIMES_SATURATION = 2;
const MB = 1_048_576;
const LOOK_EVERY_MS = 50;

export const overload: Bench = {
  name: 'overload',
  summary: `${TIMES_SATURATION} times the API's capacity in requests of one record each, sent at a fixed rate`,

  async run(stage: Stage, scale: Scale) {
    const seconds = scale.quick ? 1 : 10;
    const api = await stage.startApi();
    const crews = await openCrews(stage, api, 'overload', CLIENTS);
    const [load, flood] = [startLoad(stage), startOverload(stage)];
    const peaks: number[] = [];
    const floods: (OverloadResult & { readonly memory: number })[] = [];
    for (let round = 0; round <= scale.rounds; round++) {
      await stage.checkpoint();
      const requests = scale.quick ? 8 : 200;
      const clients = crews.map((crew) => ({
        jwt: crew.jwt,
        bodies: newRecords(crew, requests).map((record) => JSON.stringify(record)),
      }));
      const expect = { status: 201, text: '"recordId":' };
      const served = await load.ask({ url: api.url.href, path: paths.single, expect, clients });
      const peak = (CLIENTS * requests) / served.seconds;
      const rate = TIMES_SATURATION * peak;
      const order = { url: api.url.href, path: paths.single, rate, seconds };
      const wanted = requestsOf(crews, rate * seconds);
      const stopWatching = watchMemory(api, LOOK_EVERY_MS);
      const result = await flood.ask({ ...order, requests: wanted });
      const memory = stopWatching().growth;
      stage.say(
        `${round === 0 ? 'warm-up' : `round ${round} of ${scale.rounds}`}: peak ${Math.round(peak)}/s, ` +
          `asked ${Math.round(rate)}/s: ${Math.round(result.madePerSecond)}/s made, ${result.refused} refused ` +
          `(p99 ${Math.round(result.refusedP99)} ms), ${result.failed} failed ${JSON.stringify(result.failures)}, slowest ${Math.round(result.slowest)} ms, ` +
          `${Math.round(memory / MB)} MB more`,
      );
      if (round === 0) continue;
      peaks.push(peak);
      floods.push({ ...result, memory });
    }
    await Promise.all([load.stop(), flood.stop(), api.stop()]);
    return figuresOf(peaks, floods);
  },
};

function figuresOf(
  peaks: readonly number[],
  floods: readonly (OverloadResult & { readonly memory: number })[],
): Measurement[] {
  const of = (value: (flood: (typeof floods)[number]) => number) => floods.map(value);
  const made = of(({ madePerSecond }) => madePerSecond);
  const against = `records created at ${TIMES_SATURATION} times saturation against the peak`;
  return [
    compared(against, 'records/s', made, peaks, { atLeast: 0.9 }),
    absolute(
      'refusal, p99',
      'ms',
      of(({ refusedP99 }) => refusedP99),
      { atMost: 300 },
    ),
    absolute(
      'slowest response',
      'ms',
      of(({ slowest }) => slowest),
      { atMost: 10_000 },
    ),
    absolute('created, or refused with Retry-After', '% of requests', of(answered), { atLeast: 100 }),
    absolute(
      'peak memory growth',
      'MB',
      of(({ memory }) => memory / MB),
      { atMost: 256 },
    ),
  ];
}

function answered({ made, refused, failed }: OverloadResult): number {
  return (100 * (made + refused)) / (made + refused + failed);
}

function requestsOf(crews: readonly Crew[], count: number) {
  return Array.from({ length: Math.floor(count) }, (_, i) => {
    const crew = crews[i % crews.length] as Crew;
    return { jwt: crew.jwt, body: JSON.stringify(newRecord(crew, i)) };
  });
}
