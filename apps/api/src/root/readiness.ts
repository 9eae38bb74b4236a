import { HealthController } from '@furrow/http/host';
import { Injectable } from '@nestjs/common';

const KEPT_MS = 1_000;

/**
 * Whether this process is ready, for a public page: the database is checked by one request at a time and at most once a
 * second, however many read the page.
 */
@Injectable()
export class Readiness {
  #asking: Promise<boolean> | undefined;
  #answered: { readonly at: number; readonly ready: boolean } | undefined;

  constructor(private readonly health: HealthController) {}

  /** Answers within two seconds, as the check itself does. */
  async ready(): Promise<boolean> {
    if (this.#answered !== undefined && performance.now() - this.#answered.at < KEPT_MS)
      return this.#answered.ready;
    this.#asking ??= this.#ask();
    return this.#asking;
  }

  async #ask(): Promise<boolean> {
    const ready = await this.health.ready().then(
      () => true,
      () => false,
    );
    this.#answered = { at: performance.now(), ready };
    this.#asking = undefined;
    return ready;
  }
}
