import { ResilientClient } from './resilient-client.ts';
import type { DatabaseTimeouts } from './timeouts.ts';

const RETRY_MS = 1_000;
/** A client that only listens cannot distinguish silence from a dead connection. */
const HEARTBEAT_MS = 10_000;

export interface Listening {
  readonly url: string;
  readonly timeouts: DatabaseTimeouts;
  readonly channel: string;
  /** Called with each notification, and with '' after every connection, because some may be lost. */
  readonly onNotice: (notice: string) => void;
}

/** Keeps one connection listening, across restarts of the database. */
export class NotificationListener {
  #client: ResilientClient | undefined;
  #retry: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #stopped = false;

  private constructor(private readonly listening: Listening) {}

  static async start(listening: Listening, heartbeatMs = HEARTBEAT_MS): Promise<NotificationListener> {
    if (!/^[a-z_]+$/.test(listening.channel)) throw new TypeError('A channel is named in lower case');
    const listener = new NotificationListener(listening);
    listener.#heartbeat = setInterval(() => listener.#sendHeartbeat(), heartbeatMs).unref();
    await listener.#connect();
    return listener;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#retry);
    await this.#client?.end().catch(() => undefined);
  }

  /** Without an answer, closes the connection and opens another. */
  #sendHeartbeat(): void {
    if (this.#client?.isIdle) this.#client.ask('SELECT 1').catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const { url, timeouts, channel, onNotice } = this.listening;
    const client = new ResilientClient({
      connectionString: url,
      application_name: 'furrow listener',
      timeouts,
    });
    this.#client = client;
    client.once('end', () => this.#reconnectLater());
    client.on('notification', ({ payload = '' }) => onNotice(payload));
    try {
      await client.connect();
      await client.ask(`LISTEN ${channel}`);
      onNotice('');
    } catch {
      await client.end().catch(() => undefined);
      this.#reconnectLater();
    }
  }

  #reconnectLater(): void {
    if (this.#stopped || this.#retry) return;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      if (!this.#stopped) void this.#connect();
    }, RETRY_MS);
    this.#retry.unref();
  }
}
