import { residentBytes } from '@furrow/testbed';
import type { Stage } from '../stage/stage.ts';

const LOOK_EVERY_MS = 100;
const MIB = 1_048_576;

/** Watches the memory growth of the services. */
export class Memory {
  readonly #first: readonly number[];
  readonly #peak: number[];
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly stage: Stage) {
    this.#first = this.#now();
    this.#peak = [...this.#first];
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  /** @returns the peak growth in MiB of the service that grew most; undefined where the system does not tell */
  stop(): number | undefined {
    clearInterval(this.#timer);
    this.#look();
    if (this.#first.includes(0)) return undefined;
    return Math.round(Math.max(...this.#peak.map((peak, index) => peak - (this.#first[index] ?? 0))) / MIB);
  }

  #look(): void {
    for (const [index, bytes] of this.#now().entries())
      this.#peak[index] = Math.max(this.#peak[index] ?? 0, bytes);
  }

  #now(): number[] {
    return [this.stage.api, this.stage.gateway].map(({ pid }) => residentBytes(pid));
  }
}
