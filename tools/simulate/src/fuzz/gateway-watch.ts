import { Refusal } from '../refusal.ts';

const EVERY_MS = 1_000;
/** Consecutive failures that are tolerated, because the machine may be busy. */
const MISSED = 10;

/** Watches through the gateway's metrics that it is the same process, and how much memory it uses. */
export class GatewayWatch {
  #started: number | undefined;
  #missed = 0;
  #timer: NodeJS.Timeout | undefined;
  restarted = false;
  firstBytes = 0;
  peakBytes = 0;
  lastBytes = 0;

  private constructor(private readonly url: URL) {}

  static async start(iotUrl: string): Promise<GatewayWatch> {
    const signs = new GatewayWatch(new URL('/metrics', iotUrl));
    await signs.look();
    if (signs.firstBytes === 0) throw new Refusal(`${signs.url.href} has no metrics of the gateway.`);
    signs.#timer = setInterval(() => void signs.look(), EVERY_MS);
    return signs;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async look(): Promise<void> {
    try {
      const text = await (await fetch(this.url)).text();
      const value = (name: string) =>
        Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)`, 'm').exec(text)?.[1] ?? 0);
      this.lastBytes = value('process_resident_memory_bytes');
      this.firstBytes ||= this.lastBytes;
      this.peakBytes = Math.max(this.peakBytes, this.lastBytes);
      const started = value('process_start_time_seconds');
      this.#started ??= started;
      if (started !== this.#started) this.restarted = true;
      this.#missed = 0;
    } catch {
      if (++this.#missed > MISSED) this.restarted = true;
    }
  }
}
