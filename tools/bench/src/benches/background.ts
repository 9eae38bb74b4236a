import { setTimeout as sleep } from 'node:timers/promises';
import { absolute, type Bench, type Scale } from '../bench.ts';
import { makeHooks, makeRules } from '../stage/farms/many-hooks.ts';
import { lapse, openFarms } from '../stage/farms/open-farms.ts';
import { consumption } from '../stage/processor-time.ts';
import type { RunningApi, Stage } from '../stage/stage.ts';

const FARMS = 100_000;
const LAPSED = 5_000;
/** Jobs whose cost may depend on how many farms there are; each runs as soon as its process leads it. */
const JOBS = ['session sweep', 'snapshot recovery', 'alert evaluation'];

interface Runs {
  readonly count: number;
  readonly seconds: number;
}

export const background: Bench = {
  name: 'background',
  summary: `what background jobs cost with ${FARMS.toLocaleString('en')} farms, each with a session, a webhook and an alert rule`,

  async run(whole: Stage, { quick }: Scale) {
    const [farms, lapsed, seconds] = quick ? [100, 20, 1] : [FARMS, LAPSED, 40];
    const stage = await whole.beside('background');
    const without = await idle(stage, Math.min(seconds, 10));
    await openFarms(stage, farms);
    await makeHooks(stage, farms);
    await makeRules(stage, farms);
    const api = await stage.startApi();
    const first = await runsOf(api, JOBS);
    const scraped = await milliseconds(() => scrape(api));
    const having = await consumption(stage, api, seconds);
    stage.say(
      `without farms ${without.toFixed(2)} %, with ${farms.toLocaleString('en')} farms ${having.core.toFixed(2)} % of one core`,
    );
    const runs = await runsOf(api, JOBS);
    for (const [job, { count, seconds: took }] of runs)
      stage.say(`${job}: ${((1_000 * took) / count).toFixed(1)} ms in ${count} runs`);
    const closing = await lapse(stage, lapsed);
    await api.stop();
    const each = (job: string, of = runs) =>
      (1_000 * (of.get(job)?.seconds ?? 0)) / (of.get(job)?.count ?? 1);
    const above = Math.max(0, having.core - without);
    return [
      absolute('CPU of 100,000 idle farms, above none', '% of one core', above, { atMost: 7.5 }),
      absolute('session sweep, 100,000 open', 'ms', each('session sweep'), { atMost: 20 }),
      absolute('snapshot recovery, 100,000 open sessions', 'ms', each('snapshot recovery', first), {
        atMost: 3_000,
      }),
      absolute('evaluation of 100,000 alert rules, no readings', 'ms', each('alert evaluation'), {
        atMost: 5_000,
      }),
      absolute('scrape of the metrics, 100,000 open sessions', 'ms', scraped, { atMost: 3_000 }),
      absolute('sessions closed when their time is over', 'sessions/s', lapsed / closing, { atLeast: 1_000 }),
    ];
  },
};

/** The processor time of the API without any farm, as a percentage of one core. */
async function idle(stage: Stage, seconds: number): Promise<number> {
  const api = await stage.startApi();
  // Excludes work that a process does only at its start.
  await consumption(stage, api, Math.min(seconds, 5));
  const { core } = await consumption(stage, api, seconds);
  await api.stop();
  return core;
}

/** The runs of these jobs so far, as soon as each has run. */
async function runsOf(api: RunningApi, jobs: readonly string[]): Promise<Map<string, Runs>> {
  for (;;) {
    const text = await scrape(api);
    const of = (metric: string, job: string) =>
      Number(
        new RegExp(`^furrow_background_${metric}\\{kind="${job}"[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1] ?? 0,
      );
    const runs = new Map(
      jobs.map((job) => [job, { count: of('runs_total', job), seconds: of('seconds_total', job) }]),
    );
    if ([...runs.values()].every(({ count }) => count > 0)) return runs;
    await sleep(200);
  }
}

async function scrape(api: RunningApi): Promise<string> {
  return (await fetch(new URL('/metrics', api.url))).text();
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
