import { createFurrow, FurrowError } from '@furrow/client';

/** The API of the host that served this page; the browser sends the session's cookie along. */
export const furrow = createFurrow({ baseUrl: location.origin, timeoutMs: 20_000 });

type Settled<Body> =
  { readonly ok: true; readonly body: Body } | { readonly ok: false; readonly error: Error };

/**
 * The body of an answer, as a query wants it.
 * @throws FurrowError where the call was refused or found no answer
 */
export async function bodyOf<Body>(call: Promise<Settled<Body>>): Promise<Body> {
  const answer = await call;
  if (!answer.ok) throw answer.error;
  return answer.body;
}

/** Whether no word of Furrow's came back: the next attempt may find it. */
export function isUnreachable(error: Error): boolean {
  return error instanceof FurrowError && (error.status === 0 || error.status >= 502);
}
