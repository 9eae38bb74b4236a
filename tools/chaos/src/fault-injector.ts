import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosSystem } from './chaos-system.ts';
import type { Fault, Schedule, ScheduledFault } from './faults.ts';
import type { Ledger } from './proof/ledger.ts';

/** A system that acknowledges nothing for this long is considered down for good. */
const COMES_BACK_WITHIN_MS = 180_000;

/** The system acknowledged nothing although everything was running again. */
class DidNotComeBack extends Error {
  override readonly name = 'DidNotComeBack';
}

/** Injects the faults of a schedule. */
export class FaultInjector {
  /** Count of each injected fault, such as `kill api`. */
  readonly injected = new Map<string, number>();
  /** Faults that cannot be injected on this machine. */
  readonly untried = new Set<string>();
  /** Faults after which one of the hosts acknowledged nothing within the promised time. */
  readonly slow: string[] = [];
  /** For each fault with a promised time, how long it took. */
  readonly servedAfterMs: number[] = [];
  readonly #givingUp = new AbortController();

  constructor(
    private readonly system: ChaosSystem,
    private readonly ledger: Ledger,
    private readonly say: (line: string) => void,
    private readonly stopping: AbortSignal,
  ) {}

  /** The failure of one target decides the run. */
  async injectAll(schedule: Schedule): Promise<void> {
    const targets = Object.entries(schedule).map((each) => this.#inject(...each));
    await Promise.all(targets).catch((error: unknown) => {
      this.#givingUp.abort();
      throw error;
    });
  }

  /** Stops both hosts under load. @returns how many did not exit in time */
  async stopHosts(times: number): Promise<number> {
    const { system } = this;
    let overdue = 0;
    for (let round = 0; round < times; round++) {
      await this.#acknowledged('request', 20);
      if ((await system.endApi('SIGTERM')) === 'SIGKILL') overdue++;
      await system.startApi();
      await this.#acknowledged('reading', 20);
      if ((await system.endGateway('SIGTERM')) === 'SIGKILL') overdue++;
      await system.startGateway();
    }
    return overdue;
  }

  /** Injects faults one after the other, each under load, and each only after recovery from the previous one. */
  async #inject(target: string, faults: readonly ScheduledFault[]): Promise<void> {
    const watched = target === 'gateway' ? 'reading' : 'request';
    for (const [index, fault] of faults.entries()) {
      await this.#acknowledged(watched, fault.afterAcknowledgements);
      await sleep(fault.delayMs);
      if (this.#isOver) return;
      this.say(`${fault.name} (${index + 1} of ${faults.length})`);
      await this.#injectOne(fault);
    }
    await this.#acknowledged(watched, 1);
  }

  async #injectOne(fault: ScheduledFault): Promise<void> {
    const { name, forMs, servesAgain } = fault;
    const began = performance.now();
    const end = await fault.begin(this.system);
    if (end === null) {
      this.untried.add(`${name}: mounting a file system of limited size needs root on Linux`);
      return;
    }
    await sleep(forMs);
    if (servesAgain?.since === 'begin') await this.#servesAgain(fault, began);
    await end?.();
    this.say(`${name} is over after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    if (servesAgain?.since === 'end') await this.#servesAgain(fault, performance.now());
    this.injected.set(name, (this.injected.get(name) ?? 0) + 1);
  }

  async #servesAgain({ name, servesAgain }: Fault, since: number): Promise<void> {
    await Promise.all([this.#acknowledged('request', 1), this.#acknowledged('reading', 1)]);
    const tookMs = Math.round(performance.now() - since);
    this.servedAfterMs.push(tookMs);
    const what = `${name}: both hosts acknowledge again after ${(tookMs / 1_000).toFixed(1)} s`;
    this.say(what);
    if (tookMs > (servesAgain?.withinMs ?? Infinity)) this.slow.push(what);
  }

  /** @throws DidNotComeBack when not one arrives for too long */
  async #acknowledged(what: 'request' | 'reading', count: number): Promise<void> {
    let seen = this.ledger.acknowledgements(what);
    const wanted = seen + count;
    let since = performance.now();
    while (seen < wanted && !this.#isOver) {
      await sleep(20);
      const now = this.ledger.acknowledgements(what);
      if (now > seen) since = performance.now();
      else if (performance.now() - since > COMES_BACK_WITHIN_MS)
        throw new DidNotComeBack(
          `No ${what} was acknowledged in ${COMES_BACK_WITHIN_MS / 1_000} s.\n${this.system.lastLogLines}`,
        );
      seen = now;
    }
  }

  get #isOver(): boolean {
    return this.stopping.aborted || this.#givingUp.signal.aborted;
  }
}
