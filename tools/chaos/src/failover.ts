import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@furrow/program';
import { audit } from './proof/audit.ts';
import { quantile } from '@furrow/testbed/load';
import { allDelivered, atWork, type Report, settle } from './chaos.ts';
import type { RunContext } from './run-context.ts';
import { ChaosSystem } from './chaos-system.ts';
import { FailoverCluster } from './failover-cluster.ts';
import { provision } from './farm.ts';
import { Ledger } from './proof/ledger.ts';

const SERVED_WITHIN_MS = 15_000;
const GIVEN_UP_MS = 60_000;
const LOOK_EVERY_MS = 20;

export interface FailoverSettings {
  readonly seed: number;
  readonly rounds: number;
  readonly clients: number;
  readonly devices: number;
  readonly pauseMs: number;
}

export interface FailoverReport extends Report {
  /** For each round, from the kill until both hosts had acknowledged an operation on the new primary. */
  readonly servedAfterMs: readonly number[];
}

/** Kills the primary of a cluster with a synchronous standby repeatedly under load, and audits what is stored. */
export async function failover(
  settings: FailoverSettings,
  { stopping, say }: RunContext,
): Promise<FailoverReport> {
  const began = performance.now();
  say('Starting a primary, its synchronous standby, HAProxy, the API and the gateway …');
  const cluster = await FailoverCluster.start();
  const system = await ChaosSystem.start(say, undefined, cluster);
  try {
    const farm = await provision(system, { supervisors: 4, sectors: 8, devices: settings.devices });
    const ledger = new Ledger();
    const random = new Random(settings.seed);
    const rounds = new Rounds(system, cluster, ledger, say);
    await atWork(
      system,
      farm,
      ledger,
      { ...settings, name: 'failover', repeatsUnanswered: true, beginsShifts: true },
      async () => {
        for (let round = 1; round <= settings.rounds && !stopping.aborted; round++)
          await rounds.run(`Round ${round} of ${settings.rounds}`, {
            afterRequests: random.between(5, 80),
            delayMs: random.below(300),
          });
      },
    );
    stopping.throwIfAborted();
    const after = await audit(system, farm, ledger);
    say(`Repeating ${ledger.unknown().length} operations of unknown outcome …`);
    await settle(ledger, stopping);
    const settled = await audit(system, farm, ledger);
    say('Waiting for the events of everything that was committed …');
    const events = await allDelivered(system, farm, stopping);
    return {
      settings: { ...settings, kills: settings.rounds, outageMs: 0, apart: 0, stops: 0 },
      seconds: Math.round((performance.now() - began) / 1_000),
      injected: Object.fromEntries(rounds.injected),
      ...{ after, settled, unforeseen: Object.fromEntries(ledger.unforeseen) },
      ...{ unexpectedExits: system.unexpectedExits, errors: system.errors, slow: rounds.slow, untried: [] },
      stops: { injected: 0, overdue: 0, unanswered: 0, audit: settled },
      events,
      servedAfterMs: rounds.servedAfterMs,
    };
  } finally {
    await system.end();
  }
}

class Rounds {
  readonly servedAfterMs: number[] = [];
  readonly slow: string[] = [];
  readonly injected = new Map<string, number>();

  constructor(
    private readonly system: ChaosSystem,
    private readonly cluster: FailoverCluster,
    private readonly ledger: Ledger,
    private readonly say: (line: string) => void,
  ) {}

  async run(name: string, { afterRequests, delayMs }: { afterRequests: number; delayMs: number }) {
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
    this.say(`${name}: served again after ${tookMs} ms; the standby was ${how}.`);
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
