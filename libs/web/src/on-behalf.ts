import { type Answer, type Furrow, FurrowError } from '@furrow/client';

/** The user for whom calls are made. Signing in again makes another caller, also of the same user. */
export interface Caller {
  readonly userId: string;
}

/** Who the caller is at the moment, undefined while nobody is; and what has to hear of refusals. */
export interface Callers {
  readonly caller: Caller | undefined;
  heed(caller: Caller, error: FurrowError): void;
}

type LooseCall = (path: string, init?: { readonly headers?: object }) => Promise<Answer>;

/** Whether nobody is signed in any more. */
export const hasEnded = (error: Error): boolean => error instanceof FurrowError && error.status === 401;

/** Whether the user is no longer active; other refusals with 403 concern one request alone. */
export const isInactive = (error: Error): boolean =>
  error instanceof FurrowError && error.status === 403 && error.code === 'user_not_registered';

/**
 * The API for whoever is the caller. Each call names its caller to the server, because another tab may have signed in
 * somebody else, whose cookie this page sends. An answer that arrives after the caller has changed is dropped.
 * @param userId if given, nothing is sent while somebody else is the caller
 */
export function onBehalfOf(client: Furrow, callers: Callers, userId?: string): Furrow {
  const calls = Object.entries(client).map(([method, call]) => [
    method,
    async (path: string, init: { readonly headers?: object } = {}): Promise<Answer> => {
      const { caller } = callers;
      if (userId !== undefined && caller?.userId !== userId) return CHANGED;
      const headers = { ...init.headers, ...(caller && { 'Furrow-User': caller.userId }) };
      const answer = await (call as unknown as LooseCall)(path, { ...init, headers });
      if (caller === undefined) return answer;
      if (callers.caller !== caller) return CHANGED;
      if (!answer.ok) callers.heed(caller, answer.error);
      return answer;
    },
  ]);
  return Object.fromEntries(calls) as Furrow;
}

const CHANGED: Answer = { ok: false, error: FurrowError.local('aborted', 'The user has changed meanwhile.') };
