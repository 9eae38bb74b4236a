import { createFurrow, FurrowError } from '@furrow/client';

/** The API of the host that served this page; the browser sends the session cookie. */
export const furrow = createFurrow({ baseUrl: location.origin, timeoutMs: 20_000 });

type Settled<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly error: Error };

/** The body of a list as CSV or GeoJSON, which the console never requests. */
type Exported = string | { readonly type: 'FeatureCollection' };

/**
 * The body of an answer for a query, without the types of other formats.
 * @throws FurrowError if the call was refused or got no answer
 */
export async function bodyOf<Body>(call: Promise<Settled<Body>>): Promise<Exclude<Body, Exported>> {
  const answer = await call;
  if (!answer.ok) throw answer.error;
  return answer.body as Exclude<Body, Exported>;
}

/** Whether no answer of Furrow's arrived, so that a later attempt may succeed. */
export function isUnreachable(error: Error): boolean {
  return error instanceof FurrowError && (error.status === 0 || error.status >= 502);
}
