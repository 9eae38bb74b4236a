const KIB = 1_024;
const MIB = 1_024 * KIB;
/** Of all connections together, before nobody is read from the network any more. */
const FULL_BYTES = 96 * MIB;
/** Of it what is on its way into the database, before nobody's packets are passed on any more. */
const BUSY_BYTES = 48 * MIB;
/** The part of it that one company may take up. */
const SHARE = 0.5;
/** Of one company's, always let through: so its next reading never waits for what others have sent. */
const RESERVED_BYTES = 64 * KIB;
/** Down to which part of a limit it has to come before it is over. */
const RELIEF = 0.75;
/** What they pass on is counted only when it has been looked at: so many at once, or together they pass any limit. */
const RESUMED_AT_ONCE = 16;

/**
 * How much is in memory that was received and is not stored yet, over all connections: first it waits to be looked at,
 * then to be stored. The second is bounded by itself, so that it always ends without the first. Each company has an
 * account: one alone takes up half at most, and however full it is, a company with next to nothing in it goes on.
 */
export class MemoryBudget {
  readonly #all = new Level(FULL_BYTES, BUSY_BYTES);
  /** One for each company that ever had a device here, for connections come and go. */
  readonly #accounts = new Map<string, MemoryAccount>();
  /** Whoever is of no company. */
  readonly #others = new MemoryAccount(this);
  /** Those of whom somebody may go on, in the order of their turns. */
  readonly #due = new Set<MemoryAccount>();
  #isResuming = false;

  get bytes(): number {
    return this.#all.bytes;
  }

  /** Too much of all together to read on. */
  get isFull(): boolean {
    return this.#all.isFull;
  }

  /** Too much of all together to pass on what was read. */
  get isBusy(): boolean {
    return this.#all.isBusy;
  }

  of(companyId: string): MemoryAccount {
    let account = this.#accounts.get(companyId);
    if (account === undefined) this.#accounts.set(companyId, (account = new MemoryAccount(this)));
    return account;
  }

  /** Calls back once there may be room again for all together. */
  whenRoom(resume: () => void): void {
    this.#others.whenRoom(resume);
  }

  /** Counts what an account has more, or less, of. */
  add(waiting: number, storing: number): void {
    if (!this.#all.add(waiting, storing)) return;
    this.resume(this.#others);
    for (const account of this.#accounts.values()) this.resume(account);
  }

  /** Lets those of an account go on who wait now. */
  resume(account: MemoryAccount): void {
    if (!account.becomeDue()) return;
    this.#due.add(account);
    this.#resumeSoon();
  }

  #resumeSoon(): void {
    if (this.#isResuming || this.#due.size === 0) return;
    this.#isResuming = true;
    setImmediate(() => {
      this.#isResuming = false;
      let left = RESUMED_AT_ONCE;
      for (const account of this.#due) {
        this.#due.delete(account);
        const resume = account.next();
        if (resume === undefined) continue;
        this.#due.add(account); // behind all others
        resume();
        if (--left === 0) break;
      }
      this.#resumeSoon();
    });
  }
}

/** What of the budget one company takes up, and who of it waits for room. */
export class MemoryAccount {
  readonly #own = new Level(FULL_BYTES * SHARE, BUSY_BYTES * SHARE);
  #resumes: (() => void)[] = [];
  /** How many of them may go on, in their order, unless it becomes too much again. */
  #due = 0;

  constructor(private readonly budget: MemoryBudget) {}

  /** Too much to read on. */
  get isFull(): boolean {
    return this.#own.isFull || (this.budget.isFull && this.#own.bytes > RESERVED_BYTES);
  }

  /** Too much to pass on what was read. */
  get isBusy(): boolean {
    return this.#own.isBusy || (this.budget.isBusy && this.#own.storing > RESERVED_BYTES);
  }

  /** Counts what waits, negative when it no longer does. */
  keepWaiting(bytes: number): void {
    this.#add(bytes, 0);
  }

  /** Counts what is being stored, negative when it is. */
  keepStoring(bytes: number): void {
    this.#add(0, bytes);
  }

  /** Calls back once there may be room again; each who wants to hear of it again asks again. */
  whenRoom(resume: () => void): void {
    this.#resumes.push(resume);
  }

  /** @returns whether anybody waits */
  becomeDue(): boolean {
    this.#due = this.#resumes.length;
    return this.#due > 0;
  }

  /** The next who may go on now; what was passed on may have been too much for others. */
  next(): (() => void) | undefined {
    if (this.#due === 0 || this.isBusy) return undefined;
    this.#due--;
    return this.#resumes.shift();
  }

  #add(waiting: number, storing: number): void {
    const { bytes, storing: stored } = this.#own;
    const isRelieved = this.#own.add(waiting, storing);
    this.budget.add(waiting, storing);
    if (this.#resumes.length === 0) return;
    const isWithinReserve =
      (bytes > RESERVED_BYTES && this.#own.bytes <= RESERVED_BYTES) ||
      (stored > RESERVED_BYTES && this.#own.storing <= RESERVED_BYTES);
    if (isRelieved || isWithinReserve) this.budget.resume(this);
  }
}

/** Bytes against two limits. */
class Level {
  #waiting = 0;
  #storing = 0;
  #isFull = false;
  #isBusy = false;

  constructor(
    private readonly fullBytes: number,
    private readonly busyBytes: number,
  ) {}

  get bytes(): number {
    return this.#waiting + this.#storing;
  }

  get storing(): number {
    return this.#storing;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** @returns whether it is no longer full, or no longer busy, by that */
  add(waiting: number, storing: number): boolean {
    this.#waiting += waiting;
    this.#storing += storing;
    const [wasFull, wasBusy] = [this.#isFull, this.#isBusy];
    this.#isFull = this.bytes > (wasFull ? this.fullBytes * RELIEF : this.fullBytes);
    this.#isBusy = this.#storing > (wasBusy ? this.busyBytes * RELIEF : this.busyBytes);
    return (wasFull && !this.#isFull) || (wasBusy && !this.#isBusy);
  }
}
