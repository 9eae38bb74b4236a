/** Bytes that all connections together may have us keep, before nobody is read any more. */
const FULL_BYTES = 96 * 1_048_576;
const ROOM_BYTES = 64 * 1_048_576;

/** How much is in memory that was received and is not stored yet, over all connections. */
export class Room {
  #bytes = 0;
  #full = false;
  #waiting: (() => void)[] = [];

  get bytes(): number {
    return this.#bytes;
  }

  get isFull(): boolean {
    return this.#full;
  }

  keep(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > FULL_BYTES) this.#full = true;
    if (!this.#full || this.#bytes > ROOM_BYTES) return;
    this.#full = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }

  /** Calls back once there is room again; each who wants to hear of it again asks again. */
  whenRoom(resume: () => void): void {
    this.#waiting.push(resume);
  }
}
