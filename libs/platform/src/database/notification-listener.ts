import pg from 'pg';

const RETRY_MS = 1_000;

/** Keeps one connection listening, over restarts of the database. */
export class NotificationListener {
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #stopped = false;

  private constructor(
    private readonly url: string,
    private readonly channel: string,
    private readonly onNotice: () => void,
  ) {}

  static async start(url: string, channel: string, onNotice: () => void): Promise<NotificationListener> {
    if (!/^[a-z_]+$/.test(channel)) throw new TypeError('A channel is named in lower case');
    const listener = new NotificationListener(url, channel, onNotice);
    await listener.#connect();
    return listener;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'furrow listener',
      keepAlive: true,
    });
    this.#client = client;
    client.on('error', () => undefined); // 'end' follows
    client.once('end', () => this.#reconnectLater());
    client.on('notification', () => this.onNotice());
    try {
      await client.connect();
      await client.query(`LISTEN ${this.channel}`);
      this.onNotice();
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
