/** A person types slower than this between two keys; scanners send a key every few milliseconds. */
const PAUSE_MS = 60;
/** Once within a code a scanner may take so long, as over a bad radio link. The rest alone could be somebody else's code. */
const HICCUP_MS = 250;
const SHORTEST = 3;
const LONGEST = 64;

/** Tells the keys of a scanner, which ends each code with Enter, from those of a person. */
export class KeyBurst {
  #keys = '';
  #hasPaused = false;
  #lastAt = -Infinity;

  /** Whether a key at this time would belong to the keys before it. @param at in milliseconds */
  isGoingOn(at: number): boolean {
    return this.#keys !== '' && at - this.#lastAt <= (this.#hasPaused ? PAUSE_MS : HICCUP_MS);
  }

  /**
   * @param at in milliseconds
   * @returns the code that this key completes
   */
  take(key: string, at: number): string | undefined {
    const pause = at - this.#lastAt;
    this.#lastAt = at;
    if (pause > PAUSE_MS && (this.#hasPaused || pause > HICCUP_MS)) this.#keys = '';
    this.#hasPaused = pause <= HICCUP_MS && (this.#hasPaused || pause > PAUSE_MS);
    if (key === 'Enter' || key === 'Tab') {
      const code = this.#keys.trim();
      this.#keys = '';
      this.#hasPaused = false;
      return code.length >= SHORTEST && code.length <= LONGEST ? code : undefined;
    }
    // Shift and other keys that write nothing belong to the key after them.
    if ([...key].length === 1) this.#keys += key;
    return undefined;
  }
}
