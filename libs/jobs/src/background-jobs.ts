import { setTimeout as delay } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import type { Metrics } from '@furrow/observability';
import type { LeaderElection } from './leader-election.ts';

/** How often a process that does not lead a job looks whether it does now. */
const LOOK_MS = 500;
/** For runs under way when the process ends. What they leave undone, the next leader does. */
const TIMEOUT_MS = 3_000;
/** The first runs of a process take turns; one that takes longer than this runs on beside the next. */
const TURN_MS = 1_000;
/** The largest share of one core that a job with a `longestMs` takes. */
const PART_OF_CORE = 1 / 30;

export interface BackgroundJob {
  /** Lower case words, the same in every process; metrics, logs and `furrow doctor` name the job so. */
  readonly name: string;
  /** Between two runs. */
  readonly everyMs: number;
  /** Runs that take long are further apart, up to this. */
  readonly longestMs?: number;
  /** How much of the last run counts for that, in milliseconds; all of it by default. */
  readonly countedMs?: () => number;
  /** Harmless if another process runs it too: a leader that was suspended may not know that it leads no more. */
  run(): Promise<unknown>;
}

/** Whether this process is the one that does something. */
export interface Candidacy {
  readonly isLeader: boolean;
}

/**
 * What one process of the installation does for all of them, in the background. Each job is run by the process that
 * leads it: as soon as it does, because the one before may have left something undone, and then at its interval, one
 * run at a time. A run that fails is logged, once for each reason in a row, and repeated at the next interval.
 */
export class BackgroundJobs {
  readonly #names: string[] = [];
  readonly #jobs: BackgroundJob[] = [];
  readonly #stopping = new AbortController();
  /** By the name of a job, the last failure of its last run, which is reported once. */
  readonly #failures = new Map<string, string>();
  readonly #runs;
  readonly #seconds;
  #election: ReturnType<typeof this.elect> | undefined;
  #loops: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly elect: (names: readonly string[]) => Pick<LeaderElection, 'start' | 'stop' | 'leads'>,
    metrics: Metrics,
    private readonly warn: (message: string) => void,
  ) {
    this.#runs = metrics.counter('furrow_background_runs_total', 'Runs of background jobs, by outcome', [
      'kind',
      'outcome',
    ]);
    this.#seconds = metrics.counter('furrow_background_seconds_total', 'Duration of background jobs', [
      'kind',
    ]);
    const leads = (name: string) => (this.#election?.leads(name) ? 1 : 0);
    const names = this.#names;
    new Gauge({
      name: 'furrow_background_leader',
      help: '1 if this process leads the background job; one of all processes does',
      labelNames: ['kind'],
      registers: [metrics.registry],
      collect() {
        for (const kind of names) this.set({ kind }, leads(kind));
      },
    });
  }

  /** Before the start. */
  add(job: BackgroundJob): void {
    this.candidateFor(job.name);
    this.#jobs.push(job);
  }

  /** Takes part in the election of a job that schedules itself. Before the start. */
  candidateFor(name: string): Candidacy {
    if (this.#names.includes(name)) throw new TypeError(`Two background jobs are called ${name}`);
    this.#names.push(name);
    const leads = () => this.#election?.leads(name) ?? false;
    return {
      get isLeader() {
        return leads();
      },
    };
  }

  async start(): Promise<void> {
    if (this.#names.length === 0) return;
    this.#election = this.elect(this.#names);
    await this.#election.start();
    this.#loops = this.#runAll();
  }

  /** Another process may then lead at once. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const waiting = new AbortController();
    const late = delay(TIMEOUT_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
    await Promise.race([this.#loops, late]);
    waiting.abort();
    await this.#election?.stop();
  }

  /** At once they would open a connection each, which costs more than most first runs. */
  async #runAll(): Promise<void> {
    const loops: Promise<void>[] = [];
    for (const job of this.#jobs) {
      if (this.#stopping.signal.aborted) break;
      const first = this.#turn(job);
      loops.push(first.then((pauseMs) => this.#loop(job, pauseMs)));
      await Promise.race([first, this.#pause(TURN_MS)]);
    }
    await Promise.all(loops);
  }

  async #loop(job: BackgroundJob, firstPauseMs: number): Promise<void> {
    for (let pauseMs = firstPauseMs; await this.#pause(pauseMs);) pauseMs = await this.#turn(job);
  }

  /** @returns milliseconds until the next turn */
  async #turn(job: BackgroundJob): Promise<number> {
    return this.#election?.leads(job.name) ? this.#run(job) : LOOK_MS;
  }

  /** @returns milliseconds until the next run */
  async #run(job: BackgroundJob): Promise<number> {
    const start = performance.now();
    let outcome = 'done';
    try {
      await job.run();
      if (this.#failures.delete(job.name)) this.warn(`The ${job.name} succeeds again`);
    } catch (error) {
      outcome = 'failed';
      this.#report(job.name, String(error));
    }
    const tookMs = performance.now() - start;
    this.#runs.inc({ kind: job.name, outcome });
    this.#seconds.inc({ kind: job.name }, tookMs / 1_000);
    const countedMs = job.countedMs?.() ?? tookMs;
    return Math.max(job.everyMs, Math.min(job.longestMs ?? 0, countedMs / PART_OF_CORE));
  }

  /** A job that fails every two seconds for the same reason would fill the log. */
  #report(name: string, failure: string): void {
    if (this.#failures.get(name) === failure) return;
    this.#failures.set(name, failure);
    this.warn(`The ${name} failed and will be tried again: ${failure}`);
  }

  /** @returns false if the process ends */
  #pause(milliseconds: number): Promise<boolean> {
    return delay(milliseconds, true, { signal: this.#stopping.signal, ref: false }).catch(() => false);
  }
}
