import { createFurrow, FurrowError } from '@furrow/client';

/** The API of the host that served this page; the browser sends the session's cookie along. */
export const furrow = createFurrow({ baseUrl: location.origin, timeoutMs: 20_000 });

type Settled<Body> =
  { readonly ok: true; readonly body: Body } | { readonly ok: false; readonly error: Error };

/** What a list answers where CSV or GeoJSON was asked for, as the console never does. */
type Exported = string | { readonly type: 'FeatureCollection' };

/**
 * The body of an answer, as a query wants it; of what comes in other formats too, the ordinary one.
 * @throws FurrowError where the call was refused or found no answer
 */
export async function bodyOf<Body>(call: Promise<Settled<Body>>): Promise<Exclude<Body, Exported>> {
  const answer = await call;
  if (!answer.ok) throw answer.error;
  return answer.body as Exclude<Body, Exported>;
}

/** Whether no word of Furrow's came back: the next attempt may find it. */
export function isUnreachable(error: Error): boolean {
  return error instanceof FurrowError && (error.status === 0 || error.status >= 502);
}
