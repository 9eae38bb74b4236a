import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosSystem } from './chaos-system.ts';
import type { Ledger } from './proof/ledger.ts';
import type { Fault, ScheduledFault, Target } from './schedule.ts';

/** A system that acknowledges nothing for this long is considered down for good. */
const COMES_BACK_WITHIN_MS = 180_000;

/** The promised recovery time after an outage or a silent line. */
const SERVES_AGAIN_WITHIN_MS = 40_000;
/** Time for answers that were in flight when a line was silenced. */
const LAST_ANSWERS_MS = 500;

/** The system acknowledged nothing although everything was running again. */
class DidNotComeBack extends Error {
  override readonly name = 'DidNotComeBack';
}

/** Injects the faults of a schedule. */
export class FaultInjector {
  /** Count of each injected fault, such as `kill api`. */
  readonly injected = new Map<string, number>();
  /** Faults that cannot be injected on this machine, with the reason. */
  readonly untried = new Set<string>();
  /** Outages after which one of the hosts acknowledged nothing within the promised time. */
  readonly slow: string[] = [];

  constructor(
    private readonly system: ChaosSystem,
    private readonly ledger: Ledger,
    private readonly say: (line: string) => void,
    private readonly stopping: AbortSignal,
  ) {}

  /** Injects faults one after the other, each under load, and each only after recovery from the previous one. */
  async inject(target: Target, faults: readonly ScheduledFault[]): Promise<void> {
    const watched = target === 'gateway' ? 'reading' : 'request';
    for (const [index, fault] of faults.entries()) {
      await this.acknowledged(watched, fault.afterAcknowledgements);
      await sleep(fault.delayMs);
      if (this.stopping.aborted) return;
      const name = nameOf(target, fault);
      this.say(`${name} (${index + 1} of ${faults.length})`);
      const began = performance.now();
      if (!(await this.#inject(target, fault))) continue;
      if (target !== 'connections') this.say(`${name} is over after ${seconds(began)} s`);
      this.injected.set(name, (this.injected.get(name) ?? 0) + 1);
    }
    await this.acknowledged(watched, 1);
  }

  /** @throws DidNotComeBack when not one arrives for too long */
  async acknowledged(what: 'request' | 'reading', count: number): Promise<void> {
    let seen = this.ledger.acknowledgements(what);
    const wanted = seen + count;
    let since = performance.now();
    while (seen < wanted && !this.stopping.aborted) {
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

  /** @returns whether the fault could be injected on this machine */
  async #inject(target: Target, fault: Fault): Promise<boolean> {
    if (fault.what === 'silence' || fault.what === 'refuse' || fault.what === 'fill')
      return this.#takeFromHosts(fault);
    await this.#apply(target, fault);
    return true;
  }

  /** PostgreSQL keeps running, but the hosts cannot use it. */
  async #takeFromHosts(fault: Fault & { readonly what: 'silence' | 'refuse' | 'fill' }): Promise<boolean> {
    const { lines, postgres } = this.system;
    const name = nameOf('postgres', fault);
    if (fault.what === 'silence') {
      lines.postgres.silence();
      const began = performance.now();
      await sleep(LAST_ANSWERS_MS);
      await this.#servesAgain(name, began);
      return true;
    }
    const end: (() => Promise<void> | void) | undefined =
      fault.what === 'refuse' ? await postgres.refuseWrites() : postgres.fillDisk();
    if (end === undefined) {
      this.untried.add(`${name}: mounting a file system of limited size needs root on Linux`);
      return false;
    }
    await sleep(fault.forMs);
    await end();
    await this.#servesAgain(name, performance.now());
    return true;
  }

  async #servesAgain(after: string, since: number): Promise<void> {
    await Promise.all([this.acknowledged('request', 1), this.acknowledged('reading', 1)]);
    const tookMs = performance.now() - since;
    this.say(`${after}: both hosts acknowledge again after ${(tookMs / 1_000).toFixed(1)} s`);
    if (tookMs > SERVES_AGAIN_WITHIN_MS)
      this.slow.push(`${after}: both hosts acknowledged again only after ${Math.round(tookMs / 1_000)} s`);
  }

  async #apply(
    target: Target,
    fault: Exclude<Fault, { readonly what: 'silence' | 'refuse' | 'fill' }>,
  ): Promise<void> {
    const { system } = this;
    const { postgres } = system;
    switch (fault.what) {
      case 'kill':
        if (target === 'api') await system.endApi('SIGKILL').then(() => system.startApi());
        else if (target === 'gateway') await system.endGateway('SIGKILL').then(() => system.startGateway());
        else await postgres.kill().then(() => system.startPostgres());
        return;
      case 'freeze': {
        const thaw = postgres.freeze();
        await sleep(fault.forMs);
        thaw();
        return;
      }
      case 'stop':
        await postgres.stop();
        await sleep(fault.forMs);
        await system.startPostgres();
        return;
      case 'cut':
        system.lines[fault.line].cut();
        return;
      case 'hold':
        system.lines[fault.line].hold();
        await sleep(fault.forMs);
        system.lines[fault.line].release();
        return;
      case 'lock':
        return this.#lockSessions(fault.forMs);
      case 'down':
      case 'fail':
        system.receiver.leaveOff(fault.what);
        await sleep(fault.forMs);
        system.receiver.resume();
    }
  }

  /** Another transaction holds a lock that every writer needs, so that the pool fills with waiting connections. */
  async #lockSessions(forMs: number): Promise<void> {
    try {
      const client = await this.system.owner.connect();
      client.on('error', () => undefined); // a fault may kill its server meanwhile
      try {
        await client.query('BEGIN; LOCK TABLE production.sessions IN EXCLUSIVE MODE');
        await sleep(forMs);
        await client.query('ROLLBACK');
      } finally {
        client.release(true);
      }
    } catch {
      // PostgreSQL is down, and the lock with it
    }
  }
}

const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(1);

function nameOf(target: Target, fault: Fault): string {
  if ('line' in fault) return `${fault.what} line to ${fault.line}`;
  if (fault.what === 'refuse') return 'read-only postgres';
  if (fault.what === 'fill') return 'full disk of postgres';
  return fault.what === 'lock' ? 'lock sessions' : `${fault.what} ${target}`;
}
