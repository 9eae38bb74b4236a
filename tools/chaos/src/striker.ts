import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosSystem } from './chaos-system.ts';
import type { Ledger } from './ledger.ts';
import type { Blow, Strike, Victim } from './schedule.ts';

/** A system that acknowledges nothing for so long does not come back by itself. */
const COMES_BACK_WITHIN_MS = 180_000;

/** Nothing was acknowledged any more though everything was started again. */
export class DidNotComeBack extends Error {
  override readonly name = 'DidNotComeBack';
}

/** Deals the blows of a schedule. */
export class Striker {
  /** How many of each, such as `kill api`. */
  readonly dealt = new Map<string, number>();

  constructor(
    private readonly system: ChaosSystem,
    private readonly ledger: Ledger,
    private readonly say: (line: string) => void,
    private readonly stopping: AbortSignal,
  ) {}

  /** One after the other, each with work under way, and each survived before the next. */
  async strike(victim: Victim, strikes: readonly Strike[]): Promise<void> {
    const watched = victim === 'gateway' ? 'reading' : 'request';
    for (const [index, blow] of strikes.entries()) {
      await this.acknowledged(watched, blow.afterAcknowledgements);
      await sleep(blow.delayMs);
      if (this.stopping.aborted) return;
      const name = nameOf(victim, blow);
      this.say(`${name} (${index + 1} of ${strikes.length})`);
      const began = performance.now();
      await this.#deal(victim, blow);
      if (victim !== 'connections') this.say(`${name} is over after ${seconds(began)} s`);
      this.dealt.set(name, (this.dealt.get(name) ?? 0) + 1);
    }
    await this.acknowledged(watched, 1);
  }

  /** @throws DidNotComeBack when there is not even one for too long */
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
          `No ${what} was acknowledged in ${COMES_BACK_WITHIN_MS / 1_000} s.\n${this.system.lastWords}`,
        );
      seen = now;
    }
  }

  async #deal(victim: Victim, blow: Blow): Promise<void> {
    const { system } = this;
    const { postgres } = system;
    switch (blow.what) {
      case 'kill':
        if (victim === 'api') await system.endApi('SIGKILL').then(() => system.startApi());
        else if (victim === 'gateway') await system.endGateway('SIGKILL').then(() => system.startGateway());
        else await postgres.kill().then(() => system.startPostgres());
        return;
      case 'freeze': {
        const thaw = postgres.freeze();
        await sleep(blow.forMs);
        thaw();
        return;
      }
      case 'stop':
        await postgres.stop();
        await sleep(blow.forMs);
        await system.startPostgres();
        return;
      case 'cut':
        system.lines[blow.line].cut();
        return;
      case 'hold':
        system.lines[blow.line].hold();
        await sleep(blow.forMs);
        system.lines[blow.line].release();
        return;
      case 'lock':
        await this.#lockSessions(blow.forMs);
    }
  }

  /** Somebody else's transaction holds what every writer needs, so that the pool fills with those who wait. */
  async #lockSessions(forMs: number): Promise<void> {
    try {
      const client = await this.system.owner.connect();
      client.on('error', () => undefined); // its server may be killed meanwhile
      try {
        await client.query('BEGIN; LOCK TABLE production.sessions IN EXCLUSIVE MODE');
        await sleep(forMs);
        await client.query('ROLLBACK');
      } finally {
        client.release(true);
      }
    } catch {
      // PostgreSQL is down: nobody holds anything.
    }
  }
}

const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(1);

function nameOf(victim: Victim, blow: Blow): string {
  if ('line' in blow) return `${blow.what} line to ${blow.line}`;
  return blow.what === 'lock' ? 'lock sessions' : `${blow.what} ${victim}`;
}
