import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SharedClock } from '@furrow/kernel';
import { BackgroundJobs } from '@furrow/jobs';
import { CloseLapsedSessions } from '../../application/sessions/close-lapsed-sessions.ts';
import { type SessionKey, StaleSnapshots, SessionMaintenance } from '../../application/ports.ts';

const SWEEP_MS = 2_000;
const REFRESH_MS = 1_000;
/** The more sessions are open the rarer: what lags meanwhile says so in reports. */
const RECOVER_MS = { everyMs: 60_000, longestMs: 15 * 60_000 };

/** Beyond it nothing is marked: the recovery of all processes finds what lags. */
const MOST_STALE = 10_000;

/**
 * Closes lapsed sessions and refreshes snapshots that lag. Every process knows which ones it made stale, and refreshes
 * those; what a crashed process made stale is found by a query, which one process runs for all, as it does the sweep.
 */
@Injectable()
export class SessionMaintenanceJob
  implements StaleSnapshots, OnApplicationBootstrap, BeforeApplicationShutdown
{
  readonly #logger = new Logger(SessionMaintenanceJob.name);
  #stale = new Map<string, SessionKey>();
  /** When the first stale snapshot was marked, including those that are being refreshed now. */
  #staleSince: number | undefined;
  #refreshingSince: number | undefined;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(
    private readonly maintenance: SessionMaintenance,
    private readonly closeLapsed: CloseLapsedSessions,
    private readonly clock: SharedClock,
    jobs: BackgroundJobs,
  ) {
    jobs.add({ name: 'session sweep', everyMs: SWEEP_MS, run: () => this.#sweep() });
    jobs.add({ name: 'snapshot recovery', ...RECOVER_MS, run: () => this.#recover() });
  }

  mark(companyId: string, sessionIds: Iterable<string>): void {
    for (const sessionId of sessionIds)
      if (this.#stale.size < MOST_STALE) this.#stale.set(sessionId, { companyId, sessionId });
    this.#staleSince ??= performance.now();
  }

  /** How long the oldest stale snapshot that this process knows of has been waiting, in seconds. */
  get lagSeconds(): number {
    const since = this.#refreshingSince ?? this.#staleSince;
    return since === undefined ? 0 : (performance.now() - since) / 1_000;
  }

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void this.refresh(), REFRESH_MS);
  }

  /** A process that shuts down refreshes the snapshots it made stale, because no other process knows of them. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
    await this.#refreshStale().catch(() => undefined);
  }

  /** One at a time; a failed one is logged and repeated at the next tick. */
  async refresh(): Promise<void> {
    if (this.#stopped || this.#running) return;
    this.#running = this.#refreshStale()
      .catch((error: unknown) =>
        this.#logger.warn(`the session refresh failed and will be tried again: ${String(error)}`),
      )
      .finally(() => (this.#running = undefined));
    await this.#running;
  }

  async #sweep(): Promise<void> {
    const closed = await this.closeLapsed.execute();
    if (closed > 0) this.#logger.log(`closed ${closed} lapsed sessions`);
  }

  async #recover(): Promise<void> {
    await this.maintenance.refreshAllSnapshots(await this.clock.now());
  }

  async #refreshStale(): Promise<void> {
    if (this.#stale.size === 0) return;
    const taken = this.#stale;
    this.#stale = new Map();
    this.#refreshingSince = this.#staleSince;
    this.#staleSince = undefined;
    let left = taken;
    try {
      const setAside = await this.maintenance.refreshSnapshots([...taken.values()], await this.clock.now());
      left = new Map(setAside.map((session) => [session.sessionId, session]));
    } finally {
      if (left.size > 0) {
        this.#stale = new Map([...left, ...this.#stale]);
        this.#staleSince = this.#refreshingSince;
      }
      this.#refreshingSince = undefined;
    }
  }
}
