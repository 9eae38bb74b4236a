import { BackgroundJobs } from '@furrow/platform';
import { Injectable } from '@nestjs/common';
import { JudgeAlerts } from '../../application/alerts/judge-alerts.ts';

const SHORTEST_MS = 2_000;
const LONGEST_MS = 15_000;
/** How often new devices are enrolled and old changes swept. */
const KEEPING_MS = 30_000;

/** Evaluates alert rules in the background. */
@Injectable()
export class AlertsJob {
  #keptAt = -Infinity;

  constructor(
    private readonly alerts: JudgeAlerts,
    jobs: BackgroundJobs,
  ) {
    const [everyMs, longestMs] = [SHORTEST_MS, LONGEST_MS];
    jobs.add({ name: 'judging of alerts', everyMs, longestMs, run: () => this.#look() });
  }

  async #look(): Promise<void> {
    const start = performance.now();
    const isKeeping = start - this.#keptAt > KEEPING_MS;
    if (isKeeping) await this.alerts.enrol();
    await this.alerts.execute();
    if (!isKeeping) return;
    await this.alerts.sweep();
    this.#keptAt = start;
  }
}
