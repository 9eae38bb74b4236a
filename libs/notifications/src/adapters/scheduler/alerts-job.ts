import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { JudgeAlerts } from '../../application/alerts/judge-alerts.ts';

const SHORTEST_MS = 2_000;
const LONGEST_MS = 15_000;
/** The maximum share of one core: the next evaluation begins later the longer the last one took. */
const PART_OF_CORE = 1 / 30;
/** How often new devices are enrolled and old changes swept. */
const KEEPING_MS = 30_000;

/** Evaluates alert rules in the background; one process at a time, and another one as soon as that ends. */
@Injectable()
export class AlertsJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(AlertsJob.name);
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #keptAt = -Infinity;
  #isClosed = false;

  constructor(private readonly alerts: JudgeAlerts) {}

  onApplicationBootstrap(): void {
    this.#later(SHORTEST_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #later(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#look();
    }, ms);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const start = performance.now();
    try {
      const isKeeping = start - this.#keptAt > KEEPING_MS;
      if (isKeeping) await this.alerts.enrol();
      await this.alerts.execute();
      if (isKeeping) {
        await this.alerts.sweep();
        this.#keptAt = start;
      }
    } catch (error) {
      this.#logger.warn(`Alerts could not be judged and will be tried again: ${String(error)}`);
    }
    const took = performance.now() - start;
    if (!this.#isClosed) this.#later(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, took / PART_OF_CORE)));
  }
}
