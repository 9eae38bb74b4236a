import type { Clock } from '@furrow/kernel';
import { WEBHOOK_PAUSED } from '../../domain/index.ts';
import type {
  DueReplay,
  NotificationsRepositories,
  NotificationsTransactions,
  ReplayQueue,
} from '../ports.ts';

/** Replays that are continued by a slice each, one of each company. */
const PER_ROUND = 50;
/** Acts that are read at once. */
const SLICE = 500;
/** With so many deliveries due, a replay waits for the receiver, so that it fills no table. */
const MOST_WAITING = 2_000;
const WAIT_MS = 1_000;

/** Is notified of slices that failed. */
export interface ReplayObserver {
  failed(replay: DueReplay, error: unknown): void;
}

/** Continues the replays of all companies in the background, in slices with a transaction each. */
export class ContinueReplays {
  constructor(
    private readonly queue: ReplayQueue,
    private readonly transactions: NotificationsTransactions,
    private readonly clock: Clock,
    private readonly observer: ReplayObserver,
  ) {}

  /** @returns the number of replays that were due */
  async execute(): Promise<number> {
    const due = await this.queue.due(this.clock.now(), PER_ROUND);
    for (const each of due) await this.#continue(each);
    return due.length;
  }

  async #continue(due: DueReplay): Promise<void> {
    const { companyId, webhookId } = due;
    try {
      if (await this.#claim(due))
        await this.transactions.run(companyId, (repositories) => this.#slice(repositories, webhookId));
    } catch (error) {
      this.observer.failed(due, error);
      await this.#fail(due).catch((unsaved: unknown) => this.observer.failed(due, unsaved));
    }
  }

  /** @returns false if another process has just continued it */
  #claim({ companyId, webhookId }: DueReplay): Promise<boolean> {
    const now = this.clock.now();
    return this.transactions.run(companyId, async ({ replays }) => {
      const replay = await replays.find(webhookId);
      if (!replay?.isDue(now)) return false;
      await replays.save(replay.attempted(now));
      return true;
    });
  }

  async #slice(repositories: NotificationsRepositories, webhookId: string): Promise<void> {
    const { webhooks, deliveries, history, replays } = repositories;
    const now = this.clock.now();
    const webhook = await webhooks.read(webhookId);
    const replay = await replays.find(webhookId);
    if (!replay || replay.hasEnded) return;
    if (!webhook?.isActive) return replays.save(replay.cancelled(WEBHOOK_PAUSED, now));
    const waiting = await deliveries.waiting(webhookId, MOST_WAITING);
    if (waiting >= MOST_WAITING) return replays.save(replay.postponed(new Date(now.getTime() + WAIT_MS)));
    const { events, next } = await history.since(replay.from, replay.state.until, SLICE);
    const types: readonly string[] = webhook.state.events;
    const wanted = events.filter(({ type }) => types.includes(type));
    await deliveries.send(webhookId, wanted);
    return replays.save(replay.advanced(wanted.length, next, now));
  }

  async #fail({ companyId, webhookId }: DueReplay): Promise<void> {
    await this.transactions.run(companyId, async ({ replays }) => {
      const replay = await replays.find(webhookId);
      if (replay && !replay.hasEnded) await replays.save(replay.failed(this.clock.now()));
    });
  }
}
