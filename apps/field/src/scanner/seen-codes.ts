/** A code that was out of the picture for so long is shown again on purpose. */
const GONE_MS = 1_500;

/** Tells a code that comes before the camera from one that is still there. */
export class SeenCodes {
  readonly #seenAt = new Map<string, number>();

  /** @param codes those in this frame @param at in milliseconds @returns those that have just come */
  take(codes: readonly string[], at: number): string[] {
    const fresh = codes.filter((code) => at - (this.#seenAt.get(code) ?? -Infinity) > GONE_MS);
    for (const code of codes) this.#seenAt.set(code, at);
    return [...new Set(fresh)];
  }
}
