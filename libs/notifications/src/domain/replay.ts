import { ValidationFailed } from '@furrow/kernel';

const DAY_MS = 24 * 3_600_000;
const OLDEST_DAYS = 30;
/** A replay that has failed this often in a row is set aside, and tried again further and further apart. */
const SET_ASIDE_AFTER = 3;
const FIRST_WAIT_MS = 5_000;
/** Longer than a slice may take. */
const LEASE_MS = 60_000;
const SET_ASIDE_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;

const FAILED = 'past events could not be read; it is tried again';
const UNFINISHED = 'the process that read past events ended; it is tried again';
/** Why a replay is cancelled. */
export const WEBHOOK_PAUSED = 'the webhook was paused';

/** `set_aside`: it failed several times in a row, and is tried again; `cancelled`: the webhook was paused. */
export const REPLAY_STATUSES = ['running', 'set_aside', 'completed', 'cancelled'] as const;
export type ReplayStatus = (typeof REPLAY_STATUSES)[number];

/** The last act of a company's history that was read. */
export interface HistoryPosition {
  /** Microseconds since 1970. */
  readonly micros: number;
  readonly entryId: number;
}

export interface ReplayState {
  readonly webhookId: string;
  readonly since: Date;
  /** When it was requested: later events are sent as they are committed. */
  readonly until: Date;
  readonly outcome: 'completed' | 'cancelled' | null;
  readonly position: HistoryPosition | null;
  /** How many events it has queued. */
  readonly replayed: number;
  /** In a row; one that is under way counts as a failure until it ends. */
  readonly failures: number;
  /** Of the last failure, or why it was cancelled; null without one. */
  readonly reason: string | null;
  /** When it goes on; null once it has ended. */
  readonly nextAt: Date | null;
  readonly endedAt: Date | null;
}

/** Sends a webhook's past events again, in slices. */
export class Replay {
  private constructor(readonly state: ReplayState) {}

  /** @throws ValidationFailed for an instant in the future or more than 30 days ago */
  static begin(webhookId: string, since: Date, now: Date): Replay {
    const age = now.getTime() - since.getTime();
    if (age < 0 || age > OLDEST_DAYS * DAY_MS)
      throw ValidationFailed.of('since', `must be an instant of the last ${OLDEST_DAYS} days`);
    return new Replay({
      ...{ webhookId, since, until: now, outcome: null, position: null, replayed: 0 },
      ...{ failures: 0, reason: null, nextAt: now, endedAt: null },
    });
  }

  static restore(state: ReplayState): Replay {
    return new Replay(state);
  }

  get status(): ReplayStatus {
    const { outcome, failures } = this.state;
    return outcome ?? (failures >= SET_ASIDE_AFTER ? 'set_aside' : 'running');
  }

  get hasEnded(): boolean {
    return this.state.outcome !== null;
  }

  isDue(now: Date): boolean {
    return this.state.nextAt !== null && this.state.nextAt <= now;
  }

  /** Everything before this instant is queued; null if nothing was read yet. */
  get readUpTo(): Date | null {
    const { outcome, position, until } = this.state;
    if (outcome === 'completed') return until;
    return position && new Date(Math.floor(position.micros / 1_000));
  }

  /** Where to read on. */
  get from(): Date | HistoryPosition {
    return this.state.position ?? this.state.since;
  }

  /** @param next undefined if everything is read */
  advanced(sent: number, next: HistoryPosition | undefined, now: Date): Replay {
    const replayed = this.state.replayed + sent;
    const going = { ...this.state, replayed, failures: 0, reason: null };
    if (next === undefined) return new Replay({ ...going, outcome: 'completed', nextAt: null, endedAt: now });
    return new Replay({ ...going, position: next, nextAt: now });
  }

  /** It has nothing to do until the receiver has taken more. */
  postponed(until: Date): Replay {
    return new Replay({ ...this.state, failures: 0, reason: null, nextAt: until });
  }

  /**
   * A slice counts as failed while it is under way, so that one that ends its process does not come first in the next.
   * Another process may take it over when it is due again, which is later than a slice can take.
   */
  attempted(now: Date): Replay {
    const failures = this.state.failures + 1;
    return new Replay({ ...this.state, failures, reason: UNFINISHED }).#delayed(now, LEASE_MS);
  }

  /** What was attempted. */
  failed(now: Date): Replay {
    return new Replay({ ...this.state, reason: FAILED }).#delayed(now, FIRST_WAIT_MS);
  }

  cancelled(reason: string, now: Date): Replay {
    return new Replay({ ...this.state, reason, outcome: 'cancelled', nextAt: null, endedAt: now });
  }

  #delayed(now: Date, shortestMs: number): Replay {
    const aside = this.state.failures - SET_ASIDE_AFTER;
    const waitMs = aside < 0 ? shortestMs : Math.max(shortestMs, SET_ASIDE_MS * 2 ** aside);
    const nextAt = new Date(now.getTime() + Math.min(waitMs, LONGEST_WAIT_MS));
    return new Replay({ ...this.state, nextAt });
  }
}
