import { HealthController } from '@furrow/http';
import { Injectable } from '@nestjs/common';

const KEPT_MS = 1_000;

/**
 * Whether this process may take traffic, for a page that anybody may open: the database is asked by one at a time and
 * once a second at most, however many open it.
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
