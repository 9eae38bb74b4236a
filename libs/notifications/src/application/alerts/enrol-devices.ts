import type { Clock } from '@furrow/kernel';
import type { AlertEnrolment, DeviceKey } from '../alert-ports.ts';

/** The companies that are enrolled together. */
const COMPANIES = 100;
/** After so many companies in a row that failed, the next run continues: PostgreSQL may be unavailable. */
const FAILURES = 3;

/** Companies whose devices were not enrolled, while those of others were. */
export class EnrolmentFailed extends Error {}

/** Adds new devices to rules, and removes those that are gone, for all companies. One process at a time. */
export class EnrolDevices {
  /** The company after which the next run starts; undefined for the first one. */
  #after: string | undefined;

  /**
   * @param startAfter an id after which the first run starts: another one in each process, so that a company whose
   * enrolment ends the process is not always before the same others
   */
  constructor(
    private readonly enrolment: AlertEnrolment,
    private readonly clock: Clock,
    startAfter?: string,
  ) {
    this.#after = startAfter;
  }

  /** @throws EnrolmentFailed after the enrolment of all others */
  async execute(): Promise<void> {
    const failures: string[] = [];
    const start = this.#after;
    await this.#pass(failures);
    // The companies before the start.
    if (start !== undefined) await this.#pass(failures, start);
    await this.enrolment.forget();
    if (failures.length > 0) throw new EnrolmentFailed(failures.join('; '));
  }

  /** From where the last one ended to the last company, or to the first one after `end`. */
  async #pass(failures: string[], end?: string): Promise<void> {
    do {
      const companies = await this.enrolment.companies(this.#after, COMPANIES);
      const last = companies.length < COMPANIES ? undefined : companies.at(-1);
      if ((await this.#failureOf(companies)) !== undefined) await this.#each(companies, failures);
      this.#after = last;
    } while (this.#after !== undefined && (end === undefined || this.#after < end));
  }

  async #each(companies: readonly string[], failures: string[]): Promise<void> {
    let inARow = 0;
    for (const companyId of companies) {
      this.#after = companyId;
      const failure = await this.#failureOf([companyId]);
      inARow = failure === undefined ? 0 : inARow + 1;
      if (failure !== undefined) failures.push(`${companyId}: ${failure}`);
      if (inARow === FAILURES) throw new EnrolmentFailed(failures.join('; '));
    }
  }

  async #failureOf(companies: readonly string[]): Promise<string | undefined> {
    if (companies.length === 0) return undefined;
    try {
      for (let after: DeviceKey | undefined, isFirst = true; isFirst || after; isFirst = false)
        after = await this.enrolment.enrol(companies, this.clock.now(), after);
      return undefined;
    } catch (error) {
      return String(error);
    }
  }
}
