import type { Turnstile } from '@furrow/platform';

const WITHIN_MS = 30_000;

/** A place among the large packets that are read at the moment. Whoever has it may not take for ever. */
export class LargeTurn {
  #leave: (() => void) | undefined;
  #late: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(
    /** Not the client's fault while it is not being read. */
    private readonly isHeld: () => boolean,
    private readonly onLate: () => void,
  ) {}

  /** Resolves when its turn has come. */
  async await(places: Turnstile, bytes: number): Promise<void> {
    const leave = await places.enter(bytes);
    if (this.#isOver) {
      leave();
      return;
    }
    this.#leave = leave;
    this.#late = setTimeout(() => {
      if (this.isHeld()) this.#late?.refresh();
      else this.onLate();
    }, WITHIN_MS);
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#late);
    this.#leave?.();
  }
}
