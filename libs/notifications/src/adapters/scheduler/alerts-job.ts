import { BackgroundJobs } from '@furrow/platform';
import { Injectable } from '@nestjs/common';
import { EvaluateAlerts } from '../../application/alerts/evaluate-alerts.ts';

const SHORTEST_MS = 2_000;
const LONGEST_MS = 30_000;
/** How often new devices are enrolled and old changes swept, at most. */
const KEEPING_MS = 30_000;
/** The maximum share of one core that enrolment takes. */
const PART_OF_CORE = 1 / 100;

/** Evaluates alert rules in the background. */
@Injectable()
export class AlertsJob {
  #keepAt = -Infinity;

  constructor(
    private readonly alerts: EvaluateAlerts,
    jobs: BackgroundJobs,
  ) {
    const [everyMs, longestMs] = [SHORTEST_MS, LONGEST_MS];
    jobs.add({ name: 'alert evaluation', everyMs, longestMs, run: () => this.#run() });
  }

  async #run(): Promise<void> {
    // Not after the enrolment: if that fails, enrolled devices are still evaluated.
    await this.alerts.execute();
    const start = performance.now();
    if (start < this.#keepAt) return;
    await this.alerts.enrol();
    await this.alerts.sweep();
    const end = performance.now();
    this.#keepAt = end + Math.max(KEEPING_MS, (end - start) / PART_OF_CORE);
  }
}
