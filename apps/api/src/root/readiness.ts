import { HealthController } from '@furrow/http';
import { Injectable } from '@nestjs/common';

const BOUND_MS = 2_000;
const KEPT_MS = 1_000;

/**
 * Whether this process may take traffic, for a page that anybody may open: the database is asked by one at a time and
 * once a second at most, however many open it and however long it takes.
 */
@Injectable()
export class Readiness {
  #asking: Promise<boolean> | undefined;
  #answered: { readonly at: number; readonly ready: boolean } | undefined;

  constructor(private readonly health: HealthController) {}

  /** False also where the answer takes longer than two seconds. */
  async ready(): Promise<boolean> {
    if (this.#answered !== undefined && performance.now() - this.#answered.at < KEPT_MS)
      return this.#answered.ready;
    this.#asking ??= this.#ask();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), BOUND_MS);
    });
    try {
      return await Promise.race([this.#asking, late]);
    } finally {
      clearTimeout(timer);
    }
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
