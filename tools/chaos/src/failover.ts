import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@furrow/program';
import { quantile } from '@furrow/testbed/load';
import { type Faults, type LoadSettings, type Report, underFaults } from './chaos.ts';
import { ChaosSystem } from './chaos-system.ts';
import { FailoverCluster } from './failover-cluster.ts';
import type { Ledger } from './proof/ledger.ts';
import type { RunContext } from './run-context.ts';

const SERVED_WITHIN_MS = 15_000;
const GIVEN_UP_MS = 60_000;
const LOOK_EVERY_MS = 20;

export interface FailoverSettings extends LoadSettings {
  /** Kills of the primary. */
  readonly kills: number;
}

export interface FailoverReport extends Report {
  /** For each round, from the kill until both hosts had acknowledged an operation on the new primary. */
  readonly servedAfterMs: readonly number[];
}

/** Kills the primary of a cluster with a synchronous standby repeatedly under load, and audits what is stored. */
export async function failover(settings: FailoverSettings, context: RunContext): Promise<FailoverReport> {
  context.say('Starting a primary, its synchronous standby, HAProxy, the API and the gateway …');
  const cluster = await FailoverCluster.start();
  const system = await ChaosSystem.start(context.say, { given: cluster });
  const servedAfterMs: number[] = [];
  const report = await underFaults(
    system,
    { ...settings, stops: 0 },
    context,
    (ledger) => new Rounds(system, cluster, ledger, settings, context, servedAfterMs),
  );
  return { ...report, servedAfterMs };
}

class Rounds implements Faults {
  readonly slow: string[] = [];
  readonly injected = new Map<string, number>();
  readonly untried: ReadonlySet<string> = new Set();

  constructor(
    private readonly system: ChaosSystem,
    private readonly cluster: FailoverCluster,
    private readonly ledger: Ledger,
    private readonly settings: FailoverSettings,
    private readonly context: RunContext,
    private readonly servedAfterMs: number[],
  ) {}

  async injectAll(): Promise<void> {
    const { seed, kills } = this.settings;
    const random = new Random(seed);
    for (let round = 1; round <= kills && !this.context.stopping.aborted; round++)
      await this.#run(`Round ${round} of ${kills}`, {
        afterRequests: random.between(5, 80),
        delayMs: random.below(300),
      });
  }

  /** The run ends with the last failover. */
  stopHosts(): Promise<number> {
    return Promise.resolve(0);
  }

  async #run(name: string, { afterRequests, delayMs }: { afterRequests: number; delayMs: number }) {
    await this.#until('requests are acknowledged', this.#acknowledged(afterRequests));
    const epoch = await this.#epoch();
    await sleep(delayMs);
    const killedAt = performance.now();
    await this.cluster.kill();
    await this.cluster.promote();
    await this.#until(`${name}: served again`, this.#acknowledged(1));
    const tookMs = Math.round(performance.now() - killedAt);
    this.servedAfterMs.push(tookMs);
    if (tookMs > SERVED_WITHIN_MS) this.slow.push(`${name}: served again only after ${tookMs} ms`);
    const isNew = async () => (await this.#epoch().catch(() => epoch)) !== epoch;
    await this.#until(`${name}: a new epoch of the feeds`, isNew);
    const how = await this.cluster.restore();
    this.#count('failover');
    this.#count(`standby ${how}`);
    this.context.say(`${name}: served again after ${tookMs} ms; the standby was ${how}.`);
  }

  /** Whether both hosts have acknowledged `count` more operations. */
  #acknowledged(count: number): () => boolean {
    const { ledger } = this;
    const goals = (['request', 'reading'] as const).map(
      (of) => [of, ledger.acknowledgements(of) + count] as const,
    );
    return () => goals.every(([of, goal]) => ledger.acknowledgements(of) >= goal);
  }

  async #epoch(): Promise<string> {
    const [row] = await this.system.sql<{ epoch: string }>('SELECT epoch FROM feed.epochs');
    return row?.epoch ?? '';
  }

  async #until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = performance.now() + GIVEN_UP_MS;
    while (!(await isSo())) {
      if (performance.now() > deadline)
        throw new Error(`Not within 60 s: ${what}.\n${this.system.lastLogLines}`);
      await sleep(LOOK_EVERY_MS);
    }
  }

  #count(what: string): void {
    this.injected.set(what, (this.injected.get(what) ?? 0) + 1);
  }
}

/** The summary line of the report. */
export function servedAgain(times: readonly number[]): string {
  return `Served again after ${quantile(times, 0.5)} ms in the median, ${quantile(times, 1)} ms at most.`;
}
