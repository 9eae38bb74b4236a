import { Congested, isCongested, type Queue } from './congested.ts';

export interface GroupLimits {
  /** The maximum number of requests in a group. */
  readonly size: number;
  /** The number of groups of one company that are committed at once. */
  readonly inFlight: number;
  /** The number of requests that justify a second group beside one in flight. */
  readonly joinSize: number;
}

/** Commits the requests of one company together. @returns a result for each, in their order */
export type Commit<Request, Result> = (
  companyId: string,
  requests: readonly Request[],
) => Promise<readonly Result[]>;

interface Waiting<Request, Result> {
  readonly since: number;
  readonly request: Request;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface Company<Request, Result> {
  inFlight: number;
  /** In order of arrival. */
  waiting: Waiting<Request, Result>[];
}

const LIMITS: GroupLimits = { size: 100, inFlight: 2, joinSize: 16 };

/**
 * Group commit: requests of one company that arrive while one of its transactions is in flight share the next one. A
 * lone request never waits; under load dozens share the cost of a transaction. A group that fails is committed again
 * request by request, so that no request fails because of another.
 */
export class GroupCommit<Request, Result> {
  readonly #limits: GroupLimits;
  readonly #companies = new Map<string, Company<Request, Result>>();

  /** @param isEverybodys whether an error of a group would also occur for each of its requests alone */
  constructor(
    private readonly commit: Commit<Request, Result>,
    private readonly isEverybodys: (error: unknown) => boolean,
    limits: Partial<GroupLimits> = {},
  ) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** The requests of a company that wait for a transaction. */
  queueOf(companyId: string): Queue {
    const waiting = this.#companies.get(companyId)?.waiting ?? [];
    const since = waiting[0]?.since;
    const oldestMs = since === undefined ? 0 : performance.now() - since;
    return { length: waiting.length, oldestMs, served: this.#limits.size };
  }

  /** @throws Congested */
  async submit(companyId: string, request: Request): Promise<Result> {
    let company = this.#companies.get(companyId);
    if (company === undefined) this.#companies.set(companyId, (company = { inFlight: 0, waiting: [] }));
    const { waiting } = company;
    if (isCongested(this.queueOf(companyId))) throw new Congested();
    const result = new Promise<Result>((resolve, reject) =>
      waiting.push({ since: performance.now(), request, resolve, reject }),
    );
    this.#dispatch(companyId, company);
    return result;
  }

  #dispatch(companyId: string, company: Company<Request, Result>): void {
    const { size, inFlight, joinSize } = this.#limits;
    const worthwhile = company.inFlight === 0 ? 1 : joinSize;
    if (company.inFlight >= inFlight || company.waiting.length < worthwhile) {
      if (company.inFlight === 0) this.#companies.delete(companyId);
      return;
    }
    company.inFlight++;
    const group = company.waiting.splice(0, size);
    void this.#commitGroup(companyId, group).then(() => {
      company.inFlight--;
      this.#dispatch(companyId, company);
    });
  }

  async #commitGroup(companyId: string, group: readonly Waiting<Request, Result>[]): Promise<void> {
    try {
      const results = await this.commit(
        companyId,
        group.map(({ request }) => request),
      );
      group.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      if (group.length === 1 || this.isEverybodys(error)) for (const { reject } of group) reject(error);
      else for (const alone of group) await this.#commitGroup(companyId, [alone]);
    }
  }
}
