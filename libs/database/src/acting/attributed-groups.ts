import { Congested, GroupCommit, type GroupedRequest, isStuck, type Queue } from '@furrow/concurrency';
import { DatabaseUnavailable } from '../errors.ts';
import { type Acting, type ActingEach, actingEach, whoActs } from './acting.ts';

/** Commits the requests of one company in one transaction. @returns a result for each, in their order */
export type Commit<Request, Result> = (
  companyId: string,
  requests: readonly Request[],
) => Promise<readonly Result[]>;

/** Keys of the rows that a request writes, as the `actedAs` of their table computes them. */
export type RowKeys<Request> = (request: Request) => readonly string[];

/** A request, who made it and who waits for its result. */
interface Attributed<Request, Result> extends GroupedRequest {
  readonly request: Request;
  readonly acting: Acting;
  readonly since: number;
  readonly resolve: (result: Result) => void;
}

/** Group commit of each company, whose transactions attribute each row to the request that wrote it. */
export class AttributedGroups<Request, Result> {
  readonly #groups: GroupCommit<Attributed<Request, Result>>;

  constructor(commit: Commit<Request, Result>, keysOf: RowKeys<Request>) {
    this.#groups = new GroupCommit<Attributed<Request, Result>>({
      judge: (error) => ({ concernsAll: error instanceof DatabaseUnavailable, reason: error }),
      commit: async (companyId, group) => {
        const results = await actingEach(actsOf(group, keysOf), () =>
          commit(
            companyId,
            group.map(({ request }) => request),
          ),
        );
        return () => group.forEach(({ resolve }, index) => resolve(results[index] as Result));
      },
    });
  }

  /** @throws Congested */
  async submit(companyId: string, request: Request): Promise<Result> {
    if (isStuck(this.queueOf(companyId))) throw new Congested();
    return new Promise<Result>((resolve, failed) =>
      this.#groups.submit(companyId, {
        ...{ request, acting: whoActs(), since: performance.now(), resolve, failed },
      }),
    );
  }

  /** The requests of a company that wait for a transaction. */
  queueOf(companyId: string): Queue {
    const waiting = this.#groups.waitingOf(companyId);
    const since = waiting[0]?.since;
    const oldestMs = since === undefined ? 0 : performance.now() - since;
    return { length: waiting.length, oldestMs, served: this.#groups.groupSize };
  }
}

/** If two requests have the same key, the first one writes the row. */
function actsOf<Request>(
  group: readonly Pick<Attributed<Request, unknown>, 'request' | 'acting'>[],
  keysOf: RowKeys<Request>,
): ActingEach {
  const acts = group.flatMap(({ request, acting }) => keysOf(request).map((key) => [key, acting] as const));
  return Object.fromEntries(acts.reverse());
}
