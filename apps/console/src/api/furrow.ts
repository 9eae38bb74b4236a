import { type Furrow, FurrowError } from '@furrow/client';
import { onBehalfOf } from '@furrow/web';
import { client, session } from './session.ts';

/** The API for the signed-in user. */
export const furrow: Furrow = onBehalfOf(client, session);

/** The same, but it sends nothing while somebody else is signed in. */
export const furrowOf = (userId: string): Furrow => onBehalfOf(client, session, userId);

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

type DataOf<Body> = Body extends { readonly data: infer Data } ? Data : never;

/** The `data` of an answer for a query, as `bodyOf`. */
export async function dataOf<Body>(call: Promise<Settled<Body>>): Promise<DataOf<Exclude<Body, Exported>>> {
  return ((await bodyOf(call)) as { readonly data: DataOf<Exclude<Body, Exported>> }).data;
}

/** Whether no answer of Furrow's arrived, so that a later attempt may succeed. */
export function isUnreachable(error: Error): boolean {
  return error instanceof FurrowError && (error.status === 0 || error.status >= 502);
}

/** Whether the answer is that the user may not see it, or that it does not exist. */
export function isWithheld(error: Error): boolean {
  return error instanceof FurrowError && (error.status === 403 || error.status === 404);
}
