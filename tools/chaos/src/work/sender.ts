import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@furrow/program';
import type { Ledger } from '../proof/ledger.ts';
import type { Operation, Outcome } from './operation.ts';

export interface Habits {
  /** The longest pause before it sends again. */
  readonly pauseMs: number;
  /** Whether it resends what was not answered, as most do. */
  readonly repeatsUnanswered: boolean;
}

/** Sends one request after the other, whether it is answered or not. */
export abstract class Sender {
  constructor(
    protected readonly ledger: Ledger,
    protected readonly random: Random,
    protected readonly habits: Habits,
  ) {}

  /** Does the next thing. */
  protected abstract act(): Promise<Outcome>;

  /** Goes on until told to stop. */
  async run(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const outcome = await this.act();
      // A sender without signal does not retry a thousand times per second.
      const pause =
        outcome === 'unknown' ? this.random.between(200, 1_000) : this.random.below(this.habits.pauseMs);
      await sleep(pause, undefined, { signal: stopping }).catch(() => undefined);
    }
  }

  protected async submit(operation: Operation): Promise<Outcome> {
    const outcome = await this.#attempt(operation);
    if (outcome !== 'unknown' || !this.habits.repeatsUnanswered || this.random.chance(0.4)) return outcome;
    await sleep(this.random.between(20, 300));
    return this.#attempt(operation);
  }

  async #attempt(operation: Operation): Promise<Outcome> {
    return this.ledger.answered(operation, (await operation.send?.()) ?? { status: undefined });
  }
}
