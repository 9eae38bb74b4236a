import { BackgroundJobs } from '@furrow/jobs';
import { Injectable } from '@nestjs/common';
import { EnrolDevices } from '../../application/alerts/enrol-devices.ts';
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
  #lookMs = 0;

  constructor(
    private readonly alerts: EvaluateAlerts,
    private readonly enrolment: EnrolDevices,
    jobs: BackgroundJobs,
  ) {
    jobs.add({
      ...{ name: 'alert evaluation', everyMs: SHORTEST_MS, longestMs: LONGEST_MS, run: () => this.#run() },
      // Looking costs the same whether anything is found. What is found should not wait.
      countedMs: () => this.#lookMs,
    });
  }

  /** Whatever fails, the rest is done. */
  async #run(): Promise<void> {
    const steps = [() => this.#evaluate()];
    const start = performance.now();
    if (start >= this.#keepAt)
      steps.push(
        () => this.enrolment.execute(),
        () => this.#sweep(),
      );
    const failures: unknown[] = [];
    for (const step of steps) await step().catch((error: unknown) => failures.push(error));
    if (steps.length > 1) {
      const end = performance.now();
      this.#keepAt = end + Math.max(KEEPING_MS, (end - start) / PART_OF_CORE);
    }
    if (failures.length > 0) throw new Error(failures.map(String).join('; '));
  }

  async #evaluate(): Promise<void> {
    const start = performance.now();
    const due = await this.alerts.look();
    this.#lookMs = performance.now() - start;
    await this.alerts.execute(due);
  }

  async #sweep(): Promise<void> {
    await this.alerts.sweep();
  }
}
