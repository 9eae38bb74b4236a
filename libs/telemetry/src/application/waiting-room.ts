const MAX_BYTES = 8 * 1_048_576;
/** What a payload takes up besides its bytes. */
const OVERHEAD = 256;

/**
 * What is decoded and not yet committed takes several times the memory of its bytes: so much of it at once. Who finds
 * no room waits, first come, first served.
 */
export class WaitingRoom {
  #inside = 0;
  readonly #waiting: { readonly size: number; readonly enter: () => void }[] = [];

  constructor(private readonly maxBytes = MAX_BYTES) {}

  /**
   * Whoever comes in leaves with the same figures.
   * @param bytes of so many payloads together; what is larger than the room has it alone
   * @returns resolves inside; undefined where there is room at once, so that most need not wait for a promise
   */
  enter(bytes: number, payloads = 1): Promise<void> | undefined {
    const size = this.#sizeOf(bytes, payloads);
    // Behind whoever waits already, or a large one would wait for ever.
    if (this.#waiting.length > 0 || this.#inside + size > this.maxBytes)
      return new Promise<void>((enter) => this.#waiting.push({ size, enter }));
    this.#inside += size;
    return undefined;
  }

  leave(bytes: number, payloads = 1): void {
    this.#inside -= this.#sizeOf(bytes, payloads);
    this.#admit();
  }

  #sizeOf(bytes: number, payloads: number): number {
    return Math.min(bytes + payloads * OVERHEAD, this.maxBytes);
  }

  #admit(): void {
    for (
      let next = this.#waiting[0];
      next && this.#inside + next.size <= this.maxBytes;
      next = this.#waiting[0]
    ) {
      this.#waiting.shift();
      this.#inside += next.size;
      next.enter();
    }
  }
}
