import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { SharedClock } from '@furrow/kernel';
import { CloseLapsedSessions } from '../../application/sessions/close-lapsed-sessions.ts';
import { type SessionKey, StaleSnapshots, SessionMaintenance } from '../../application/ports.ts';

const SWEEP_MS = 2_000;
const REFRESH_MS = 1_000;
const RECOVER_MS = 60_000;

/**
 * Runs in the background of every process: closes lapsed sessions and refreshes snapshots that lag. This process knows
 * which ones it made stale; those that a crashed process made stale are found by a query.
 */
@Injectable()
export class SessionMaintenanceJob
  extends StaleSnapshots
  implements OnApplicationBootstrap, BeforeApplicationShutdown
{
  readonly #logger = new Logger(SessionMaintenanceJob.name);
  #stale = new Map<string, SessionKey>();
  /** When the first stale snapshot was marked, including those that are being refreshed now. */
  #staleSince: number | undefined;
  #refreshingSince: number | undefined;
  #running = new Map<string, Promise<void>>();
  #stopped = false;

  constructor(
    private readonly maintenance: SessionMaintenance,
    private readonly closeLapsed: CloseLapsedSessions,
    private readonly clock: SharedClock,
  ) {
    super();
  }

  override mark(companyId: string, sessionIds: Iterable<string>): void {
    for (const sessionId of sessionIds) this.#stale.set(sessionId, { companyId, sessionId });
    this.#staleSince ??= performance.now();
  }

  /** How long the oldest stale snapshot that this process knows of has been waiting, in seconds. */
  get lagSeconds(): number {
    const since = this.#refreshingSince ?? this.#staleSince;
    return since === undefined ? 0 : (performance.now() - since) / 1_000;
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.recover();
  }

  /** A process that shuts down refreshes the snapshots it made stale, because no other process knows of them. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    await Promise.allSettled(this.#running.values());
    await this.#refreshStale().catch(() => undefined);
  }

  @Interval(SWEEP_MS)
  sweep(): Promise<void> {
    return this.#alone('sweep', async () => {
      const closed = await this.closeLapsed.execute();
      if (closed > 0) this.#logger.log(`closed ${closed} lapsed sessions`);
    });
  }

  @Interval(REFRESH_MS)
  refresh(): Promise<void> {
    return this.#alone('refresh', () => this.#refreshStale());
  }

  @Interval(RECOVER_MS)
  recover(): Promise<void> {
    return this.#alone('recover', async () => this.maintenance.refreshAllSnapshots(await this.clock.now()));
  }

  async #refreshStale(): Promise<void> {
    if (this.#stale.size === 0) return;
    const taken = this.#stale;
    this.#stale = new Map();
    this.#refreshingSince = this.#staleSince;
    this.#staleSince = undefined;
    try {
      await this.maintenance.refreshSnapshots([...taken.values()], await this.clock.now());
    } catch (error) {
      this.#stale = new Map([...taken, ...this.#stale]);
      this.#staleSince = this.#refreshingSince;
      throw error;
    } finally {
      this.#refreshingSince = undefined;
    }
  }

  /** Runs one job of a kind at a time; a failed run is logged and repeated at the next tick. */
  async #alone(name: string, work: () => Promise<void>): Promise<void> {
    if (this.#stopped || this.#running.has(name)) return;
    const run = work()
      .catch((error: unknown) =>
        this.#logger.warn(`session ${name} failed and will be tried again: ${String(error)}`),
      )
      .finally(() => this.#running.delete(name));
    this.#running.set(name, run);
    await run;
  }
}
