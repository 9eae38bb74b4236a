import { afterEach, expect, it } from '@jest/globals';
import { Metrics } from '@furrow/observability';
import { type BackgroundJob, BackgroundJobs } from './background-jobs.ts';

/** Which jobs the process under test leads. */
const led = new Set<string>();
const stopped: string[] = [];
const election = {
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(void stopped.push('the election')),
  leads: (name: string) => led.has(name),
};
let jobs: BackgroundJobs;
afterEach(async () => {
  await jobs.stop();
  led.clear();
  stopped.length = 0;
});

async function started(...all: readonly BackgroundJob[]) {
  const warnings: string[] = [];
  const metrics = new Metrics();
  jobs = new BackgroundJobs(
    () => election,
    metrics,
    (message) => warnings.push(message),
  );
  for (const job of all) jobs.add(job);
  await jobs.start();
  return { metrics, warnings };
}

/** Resolves at its `count`th run. */
function counted(count: number, work: (run: number) => Promise<unknown> = () => Promise.resolve()) {
  const reached = Promise.withResolvers<undefined>();
  let runs = 0;
  const run = () => {
    if (++runs === count) reached.resolve(undefined);
    return work(runs);
  };
  return { run, reached: reached.promise, runs: () => runs };
}

it('a process runs the jobs that it leads at once and then repeatedly, and no others', async () => {
  led.add('sweep');
  const [sweep, other] = [counted(3), counted(1)];
  const { metrics } = await started(
    { name: 'sweep', everyMs: 1, run: sweep.run },
    { name: 'other', everyMs: 1, run: other.run },
  );
  await sweep.reached;
  expect(other.runs()).toBe(0);
  const text = await metrics.registry.metrics();
  expect(text).toContain('furrow_background_leader{kind="sweep"} 1');
  expect(text).toContain('furrow_background_leader{kind="other"} 0');
});

it('a process runs its jobs for the first time one after the other, so that they need one connection', async () => {
  led.add('sweep').add('recovery');
  const swept = Promise.withResolvers<undefined>();
  const recovery = counted(1);
  await started(
    { name: 'sweep', everyMs: 1, run: () => swept.promise },
    { name: 'recovery', everyMs: 1, run: recovery.run },
  );
  await new Promise(setImmediate);
  expect(recovery.runs()).toBe(0);
  swept.resolve(undefined);
  await recovery.reached;
});

it('a process runs a job as soon as it leads it, however long its interval', async () => {
  const sweep = counted(1);
  await started({ name: 'sweep', everyMs: 3_600_000, run: sweep.run });
  expect(sweep.runs()).toBe(0);
  led.add('sweep');
  await sweep.reached;
});

it('a process runs a job once at a time, and again after a failure, which it reports once', async () => {
  led.add('sweep');
  let atWork = 0;
  const sweep = counted(4, async (run) => {
    expect(++atWork).toBe(1);
    await new Promise(setImmediate);
    atWork--;
    if (run <= 2) throw new Error('the database is away');
  });
  const { metrics, warnings } = await started({ name: 'sweep', everyMs: 1, run: sweep.run });
  await sweep.reached;
  expect(warnings).toEqual([
    'The sweep failed and will be tried again: Error: the database is away',
    'The sweep succeeds again',
  ]);
  expect(await metrics.registry.metrics()).toContain(
    'furrow_background_runs_total{kind="sweep",outcome="failed"} 2',
  );
});

it('a run delays the next one by what counts of it', async () => {
  led.add('look').add('sweep');
  const [look, sweep] = [counted(1), counted(5)];
  await started(
    { name: 'look', everyMs: 1, longestMs: 3_600_000, countedMs: () => 3_600_000, run: look.run },
    { name: 'sweep', everyMs: 1, longestMs: 3_600_000, countedMs: () => 0, run: sweep.run },
  );
  await sweep.reached;
  expect(look.runs()).toBe(1);
});

it('a process ends a run before it gives up the lead', async () => {
  led.add('sweep');
  const begun = Promise.withResolvers<undefined>();
  const gate = Promise.withResolvers<undefined>();
  const run = async () => {
    begun.resolve(undefined);
    await gate.promise;
    stopped.push('the run');
  };
  await started({ name: 'sweep', everyMs: 1, run });
  await begun.promise;
  const stopping = jobs.stop();
  gate.resolve(undefined);
  await stopping;
  expect(stopped).toEqual(['the run', 'the election']);
});

it('a process accepts each job name once', async () => {
  const job = { name: 'sweep', everyMs: 1, run: () => Promise.resolve() };
  await expect(started(job, job)).rejects.toThrow('Two background jobs are called sweep');
});
