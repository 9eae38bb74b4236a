const KIB = 1_024;
/** The part of an account that one company may take up. */
const SHARE = 0.5;
/** Of one company's, always let through: so its next reading never waits for what others have sent. */
const RESERVED_BYTES = 64 * KIB;
/** Down to which part of a limit the bytes have to come before it is over. */
const RELIEF = 0.75;
/** What they go on with is counted only when it has been looked at: so many at once, or together they pass any limit. */
const RESUMED_AT_ONCE = 16;

/**
 * One part of the memory budget. Each company has a share: one alone takes up half at most, and however full the account
 * is, a company with next to nothing in it goes on. Whoever waits for room gets it by and by, companies by turns.
 */
export class MemoryAccount {
  readonly #all: Level;
  /** One for each company that ever had a device here, for connections come and go. */
  readonly #shares = new Map<string, MemoryShare>();
  /** Whoever is of no company. */
  readonly #others: MemoryShare;
  /** Those of whom somebody may go on, in the order of their turns. */
  readonly #due = new Set<MemoryShare>();
  #isResuming = false;

  constructor(private readonly limit: number) {
    this.#all = new Level(limit);
    this.#others = new MemoryShare(this, limit);
  }

  get bytes(): number {
    return this.#all.bytes;
  }

  get isFull(): boolean {
    return this.#all.isFull;
  }

  of(companyId: string): MemoryShare {
    let share = this.#shares.get(companyId);
    if (share === undefined) this.#shares.set(companyId, (share = new MemoryShare(this, this.limit * SHARE)));
    return share;
  }

  /** Calls back once there may be room again for all together. */
  whenRoom(resume: () => void): void {
    this.#others.whenRoom(resume);
  }

  /** Counts what a share has more, or less, of. */
  add(bytes: number): void {
    if (!this.#all.add(bytes)) return;
    this.resume(this.#others);
    for (const share of this.#shares.values()) this.resume(share);
  }

  /** Lets those of a share go on who wait now. */
  resume(share: MemoryShare): void {
    if (!share.becomeDue()) return;
    this.#due.add(share);
    this.#resumeSoon();
  }

  #resumeSoon(): void {
    if (this.#isResuming || this.#due.size === 0) return;
    this.#isResuming = true;
    setImmediate(() => {
      this.#isResuming = false;
      let left = RESUMED_AT_ONCE;
      for (const share of this.#due) {
        this.#due.delete(share);
        const resume = share.next();
        if (resume === undefined) continue;
        this.#due.add(share); // behind all others
        resume();
        if (--left === 0) break;
      }
      this.#resumeSoon();
    });
  }
}

/** What of an account one company takes up, and who of it waits for room. */
export class MemoryShare {
  readonly #own: Level;
  /** In the order they came. */
  readonly #waiting = new Set<() => void>();
  /** How many of them may go on, unless it becomes too much again. */
  #due = 0;

  constructor(
    private readonly account: MemoryAccount,
    limit: number,
  ) {
    this.#own = new Level(limit);
  }

  /** Too much to take on more; `whenRoom` calls back when it is not. */
  get isFull(): boolean {
    return this.#own.isFull || (this.account.isFull && this.#own.bytes > RESERVED_BYTES);
  }

  /** Counts what is kept, negative when it no longer is. */
  add(bytes: number): void {
    const before = this.#own.bytes;
    const isRelieved = this.#own.add(bytes);
    this.account.add(bytes);
    if (this.#waiting.size === 0) return;
    const isWithinReserve = before > RESERVED_BYTES && this.#own.bytes <= RESERVED_BYTES;
    if (isRelieved || isWithinReserve) this.account.resume(this);
  }

  /** Calls back once there may be room again; who still finds none asks again. To ask twice is to ask once. */
  whenRoom(resume: () => void): void {
    this.#waiting.add(resume);
  }

  /** Nobody waits for it any more. */
  forget(resume: () => void): void {
    this.#waiting.delete(resume);
  }

  /** @returns whether anybody waits */
  becomeDue(): boolean {
    this.#due = this.#waiting.size;
    return this.#due > 0;
  }

  /** The next who may go on now; what the others went on with may have been too much. */
  next(): (() => void) | undefined {
    if (this.#due === 0 || this.isFull) return undefined;
    this.#due--;
    const [resume] = this.#waiting;
    if (resume !== undefined) this.#waiting.delete(resume);
    return resume;
  }
}

/** Bytes against a limit. */
class Level {
  #bytes = 0;
  #isFull = false;

  constructor(private readonly limit: number) {}

  get bytes(): number {
    return this.#bytes;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  /** @returns whether it is no longer full by that */
  add(bytes: number): boolean {
    this.#bytes += bytes;
    const wasFull = this.#isFull;
    this.#isFull = this.#bytes > (wasFull ? this.limit * RELIEF : this.limit);
    return wasFull && !this.#isFull;
  }
}
