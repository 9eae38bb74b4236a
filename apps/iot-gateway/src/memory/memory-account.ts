import { Turns } from '@furrow/concurrency';

const KIB = 1_024;
/** The share of an account that one company may use. */
const SHARE = 0.5;
/** Always available to each company, so that its next reading never waits for other companies. */
const RESERVED_BYTES = 64 * KIB;
/** A full account has room again below this part of its limit. */
const RELIEF = 0.75;
/** What they continue with is counted only when it has been decoded, so only so many are resumed at once. */
const RESUMED_AT_ONCE = 16;

/**
 * One part of the memory budget. Each company has a share: one alone uses at most half, and however full the account
 * is, a company with next to nothing in it continues. Others wait for room, and companies take turns.
 */
export class MemoryAccount {
  readonly #all: Level;
  /** One for each company that has had a device here, because connections come and go. */
  readonly #shares = new Map<string, MemoryShare>();
  /** For connections without a company. */
  readonly #others: MemoryShare;
  /** Shares with waiting connections that may continue. */
  readonly #due = new Turns<MemoryShare>();
  #isResuming = false;

  constructor(private readonly limit: number) {
    this.#all = new Level(limit);
    this.#others = new MemoryShare(this, '', limit);
  }

  get bytes(): number {
    return this.#all.bytes;
  }

  get isFull(): boolean {
    return this.#all.isFull;
  }

  of(companyId: string): MemoryShare {
    let share = this.#shares.get(companyId);
    if (share === undefined)
      this.#shares.set(companyId, (share = new MemoryShare(this, companyId, this.limit * SHARE)));
    return share;
  }

  /** Calls back once there may be room again for all together. */
  whenRoom(resume: () => void): void {
    this.#others.whenRoom(resume);
  }

  /** Adds to or subtracts from a share. */
  add(bytes: number): void {
    if (!this.#all.add(bytes)) return;
    this.resume(this.#others);
    for (const share of this.#shares.values()) this.resume(share);
  }

  /** Resumes the waiting connections of a share. */
  resume(share: MemoryShare): void {
    if (!share.becomeDue()) return;
    this.#due.add(share.companyId, share);
    this.#resumeSoon();
  }

  #resumeSoon(): void {
    if (this.#isResuming || this.#due.isEmpty) return;
    this.#isResuming = true;
    setImmediate(() => {
      this.#isResuming = false;
      for (let left = RESUMED_AT_ONCE; left > 0;) {
        const share = this.#due.take();
        if (share === undefined) break;
        const resume = share.next();
        if (resume === undefined) continue;
        this.#due.add(share.companyId, share); // after all others
        resume();
        left--;
      }
      this.#resumeSoon();
    });
  }
}

/** One company's part of an account, and its connections that wait for room. */
export class MemoryShare {
  readonly #own: Level;
  /** In order of arrival. */
  readonly #waiting = new Set<() => void>();
  /** How many of them may continue, unless the share fills up again. */
  #due = 0;

  constructor(
    private readonly account: MemoryAccount,
    readonly companyId: string,
    limit: number,
  ) {
    this.#own = new Level(limit);
  }

  /** Whether to stop taking on more; `whenRoom` calls back when there is room. */
  get isFull(): boolean {
    return this.#own.isFull || (this.account.isFull && this.#own.bytes > RESERVED_BYTES);
  }

  /** Adds bytes, or subtracts them if negative. */
  add(bytes: number): void {
    const before = this.#own.bytes;
    const isRelieved = this.#own.add(bytes);
    this.account.add(bytes);
    if (this.#waiting.size === 0) return;
    const isWithinReserve = before > RESERVED_BYTES && this.#own.bytes <= RESERVED_BYTES;
    if (isRelieved || isWithinReserve) this.account.resume(this);
  }

  /**
   * Calls back once there may be room again; a caller who finds none must ask again. Asking twice equals asking once.
   */
  whenRoom(resume: () => void): void {
    this.#waiting.add(resume);
  }

  /** Cancels `whenRoom`. */
  forget(resume: () => void): void {
    this.#waiting.delete(resume);
  }

  /** @returns whether any connection waits */
  becomeDue(): boolean {
    this.#due = this.#waiting.size;
    return this.#due > 0;
  }

  /** The next connection to resume; undefined if those before have filled the share again. */
  next(): (() => void) | undefined {
    if (this.#due === 0 || this.isFull) return undefined;
    this.#due--;
    const [resume] = this.#waiting;
    if (resume !== undefined) this.#waiting.delete(resume);
    return resume;
  }
}

/** Bytes compared with a limit. */
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

  /** @returns whether that ended its being full */
  add(bytes: number): boolean {
    this.#bytes += bytes;
    const wasFull = this.#isFull;
    this.#isFull = this.#bytes > (wasFull ? this.limit * RELIEF : this.limit);
    return wasFull && !this.#isFull;
  }
}
