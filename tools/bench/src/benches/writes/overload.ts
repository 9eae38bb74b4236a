import { absolute, type Bench, compared, type Measurement, type Scale, type Target } from '../../bench.ts';
import { perSecond, startLoad, startOverload } from '../../load/loads.ts';
import type { OverloadResult } from '../../load/overload-process.ts';
import { newRecord, paths, recordCreated } from '../../records.ts';
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
    const [seconds, calls] = scale.quick ? [1, 8] : [10, 200];
    const api = await stage.startApi();
    const crews = await openCrews(stage, api, 'overload', CLIENTS);
    const [load, flood] = [startLoad(stage), startOverload(stage)];
    const target = { url: api.url.href, path: paths.single };
    const clients = crews.map((crew) => ({ jwt: crew.jwt, body: (call: number) => newRecord(crew, call) }));
    const peaks: number[] = [];
    const floods: Flood[] = [];
    for (let round = 0; round <= scale.rounds; round++) {
      const peak = await perSecond(stage, load, { ...target, calls, clients, expect: recordCreated });
      const rate = TIMES_SATURATION * peak;
      const requests = requestsOf(crews, rate * seconds);
      const stopWatching = watchMemory(api, LOOK_EVERY_MS);
      const result = await flood.ask({ ...target, rate, seconds, requests });
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
    return figuresOf(peaks, floods);
  },
};

type Flood = OverloadResult & { readonly memory: number };

function figuresOf(peaks: readonly number[], floods: readonly Flood[]): Measurement[] {
  const against = `records created at ${TIMES_SATURATION} times saturation against the peak`;
  const made = floods.map(({ madePerSecond }) => madePerSecond);
  const of = (what: string, unit: string, value: (flood: Flood) => number, target: Target) =>
    absolute(what, unit, floods.map(value), target);
  return [
    compared(against, 'records/s', made, peaks, { atLeast: 0.9 }),
    of('refusal, p99', 'ms', ({ refusedP99 }) => refusedP99, { atMost: 300 }),
    of('slowest response', 'ms', ({ slowest }) => slowest, { atMost: 10_000 }),
    of('created, or refused with Retry-After', '% of requests', answered, { atLeast: 100 }),
    of('peak memory growth', 'MB', ({ memory }) => memory / MB, { atMost: 256 }),
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
