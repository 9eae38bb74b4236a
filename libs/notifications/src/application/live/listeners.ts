import type { Listener, Listening } from './listener.ts';

/** The maximum number of open streams in a process. */
export interface ListenerLimits {
  readonly perUser: number;
  readonly perCompany: number;
  readonly inAll: number;
}

const LIMITS: ListenerLimits = { perUser: 20, perCompany: 3_000, inAll: 6_000 };

/** Whose limit is reached. */
export type Full = 'user' | 'company' | 'process';

/** The open streams of this process. */
export class Listeners {
  readonly #companies = new Map<string, Set<Listener>>();
  readonly #users = new Map<string, number>();
  #size = 0;

  constructor(private readonly limits: ListenerLimits = LIMITS) {}

  get size(): number {
    return this.#size;
  }

  /** The limit that another stream would exceed. */
  fullFor({ companyId, userId }: Listening): Full | undefined {
    if ((this.#users.get(userId) ?? 0) >= this.limits.perUser) return 'user';
    if (this.of(companyId).size >= this.limits.perCompany) return 'company';
    return this.#size >= this.limits.inAll ? 'process' : undefined;
  }

  add(listener: Listener): void {
    const company = this.#companies.get(listener.companyId) ?? new Set();
    this.#companies.set(listener.companyId, company.add(listener));
    this.#users.set(listener.userId, (this.#users.get(listener.userId) ?? 0) + 1);
    this.#size += 1;
  }

  /** Idempotent. */
  remove(listener: Listener): void {
    const { companyId, userId } = listener;
    const company = this.#companies.get(companyId);
    if (!company?.delete(listener)) return;
    if (company.size === 0) this.#companies.delete(companyId);
    const left = (this.#users.get(userId) ?? 0) - 1;
    if (left > 0) this.#users.set(userId, left);
    else this.#users.delete(userId);
    this.#size -= 1;
  }

  of(companyId: string): ReadonlySet<Listener> {
    return this.#companies.get(companyId) ?? new Set();
  }

  *all(): Generator<Listener> {
    for (const company of this.#companies.values()) yield* company;
  }
}
