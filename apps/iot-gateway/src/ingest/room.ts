const MIB = 1_048_576;
/** Of all connections together, before nobody is read from the network any more. */
const FULL_BYTES = 96 * MIB;
/** Of it what is on its way into the database, before nobody's packets are passed on any more. */
const BUSY_BYTES = 24 * MIB;
/** Down to which part of a limit it has to come before it is over. */
const RELIEF = 0.75;
/** What they pass on is counted only when it has been looked at: so many at once, or together they pass any limit. */
const RESUMED_AT_ONCE = 16;

/**
 * How much is in memory that was received and is not stored yet, over all connections: first it waits to be looked at,
 * then to be stored. The second is bounded by itself, so that it always ends without the first.
 */
export class Room {
  #waiting = 0;
  #storing = 0;
  #full = false;
  #busy = false;
  #resumes: (() => void)[] = [];
  /** How many of them are to be called, in their order, unless it becomes too much again. */
  #due = 0;
  #resuming = false;

  get bytes(): number {
    return this.#waiting + this.#storing;
  }

  /** Too much to read on. */
  get isFull(): boolean {
    return this.#full;
  }

  /** Too much to pass on what was read. */
  get isBusy(): boolean {
    return this.#busy;
  }

  /** Counts what waits, negative when it no longer does. */
  keepWaiting(bytes: number): void {
    this.#waiting += bytes;
    this.#weigh();
  }

  /** Counts what is being stored, negative when it is. */
  keepStoring(bytes: number): void {
    this.#storing += bytes;
    this.#weigh();
  }

  /** Calls back once there may be room again; each who wants to hear of it again asks again. */
  whenRoom(resume: () => void): void {
    this.#resumes.push(resume);
  }

  #weigh(): void {
    const [wasFull, wasBusy] = [this.#full, this.#busy];
    this.#full = this.bytes > (wasFull ? FULL_BYTES * RELIEF : FULL_BYTES);
    this.#busy = this.#storing > (wasBusy ? BUSY_BYTES * RELIEF : BUSY_BYTES);
    if (!(wasFull && !this.#full) && !(wasBusy && !this.#busy)) return;
    this.#due = this.#resumes.length;
    this.#resumeSoon();
  }

  #resumeSoon(): void {
    if (this.#resuming || this.#due === 0 || this.#busy) return;
    this.#resuming = true;
    setImmediate(() => {
      this.#resuming = false;
      const resumes = this.#resumes.splice(0, Math.min(this.#due, RESUMED_AT_ONCE));
      this.#due -= resumes.length;
      for (const resume of resumes) resume();
      this.#resumeSoon();
    });
  }
}
