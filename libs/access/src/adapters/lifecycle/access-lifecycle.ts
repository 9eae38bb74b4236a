import { type BeforeApplicationShutdown, Logger, type OnModuleInit } from '@nestjs/common';
import type { AuthenticateApiToken } from '../../application/tokens/authenticate-api-token.ts';
import type { AuthenticateDevice } from '../../application/devices/authenticate-device.ts';
import type { AuthenticateUser } from '../../application/users/authenticate-user.ts';
import type { FeedReads } from '../../application/tokens/feed-reads.ts';
import type { LastUse } from '../../application/tokens/last-use.ts';
import type { AccessChanges } from '../../application/ports.ts';

const FLUSH_EVERY = 5_000;

/** Keeps the caches of credentials up to date while the process runs, and writes what was noted of tokens. */
export class AccessLifecycle implements OnModuleInit, BeforeApplicationShutdown {
  readonly #logger = new Logger('access');
  #listening: { stop(): Promise<void> } | undefined;
  #flushing: NodeJS.Timeout | undefined;
  /** What could not be stored the last time, which is reported once. */
  readonly #failing = new Set<string>();

  constructor(
    private readonly users: AuthenticateUser,
    private readonly tokens: AuthenticateApiToken,
    private readonly devices: AuthenticateDevice,
    private readonly noted: { readonly lastUse: LastUse; readonly feedReads: FeedReads },
    private readonly changes: AccessChanges,
  ) {}

  async onModuleInit(): Promise<void> {
    this.#listening = await this.changes.subscribe(() => {
      this.users.forget();
      this.tokens.forget();
      this.devices.forget();
    });
    this.#flushing = setInterval(() => void this.#flush(), FLUSH_EVERY);
    this.#flushing.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#flushing);
    await this.#listening?.stop();
    await this.#flush();
  }

  /** Each by itself, so that one that cannot be written does not keep the other. */
  async #flush(): Promise<void> {
    const { lastUse, feedReads } = this.noted;
    await this.#attempt('the last uses of API tokens', () => lastUse.flush());
    await this.#attempt('the reads of change feeds', () => feedReads.flush());
  }

  async #attempt(what: string, write: () => Promise<void>): Promise<void> {
    try {
      await write();
      this.#failing.delete(what);
    } catch (error) {
      if (this.#failing.has(what)) return;
      this.#failing.add(what);
      this.#logger.warn({ err: error }, `${what} could not be stored; the next attempt includes them`);
    }
  }
}
