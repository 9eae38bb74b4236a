import type { Commit, GroupCommit } from '@furrow/concurrency';
import { type Acting, type ActingEach, actingEach, whoActs } from './acting.ts';

/** A request and who made it. */
export interface Attributed<Request> {
  readonly request: Request;
  readonly acting: Acting;
}

/** Keys of the rows that a request writes, as the `actedAs` of their table computes them. */
export type RowKeys<Request> = (request: Request) => readonly string[];

/** Group commit whose transactions attribute each row to the request that wrote it. */
export class AttributedGroups<Request, Result> {
  constructor(private readonly groups: GroupCommit<Attributed<Request>, Result>) {}

  /** @throws Congested */
  submit(companyId: string, request: Request): Promise<Result> {
    return this.groups.submit(companyId, { request, acting: whoActs() });
  }
}

/** The same commit for requests that are attributed. */
export function attributing<Request, Result>(
  commit: Commit<Request, Result>,
  keysOf: RowKeys<Request>,
): Commit<Attributed<Request>, Result> {
  return (companyId, group) =>
    actingEach(actsOf(group, keysOf), () =>
      commit(
        companyId,
        group.map(({ request }) => request),
      ),
    );
}

/** If two requests have the same key, the first one writes the row. */
function actsOf<Request>(group: readonly Attributed<Request>[], keysOf: RowKeys<Request>): ActingEach {
  const acts = group.flatMap(({ request, acting }) => keysOf(request).map((key) => [key, acting] as const));
  return Object.fromEntries(acts.reverse());
}
