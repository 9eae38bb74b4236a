import type { Answer } from '@furrow/client';
import { furrow } from './furrow.ts';

type Query = Readonly<Record<string, string | number | undefined>>;
type LooseGet = (path: string, init: object) => Promise<Answer>;

/** A read of `/api/console/*`, which answers a signed-in user what the token endpoints answer a program. */
export async function consoleGet<Body>(
  path: `/api/console/${string}`,
  query: Query,
  options: { readonly signal?: AbortSignal; readonly timeoutMs?: number } = {},
): Promise<Answer<Body>> {
  const get = furrow.GET as unknown as LooseGet;
  return (await get(path, { params: { query }, ...options })) as Answer<Body>;
}

export async function consolePost<Body>(path: `/api/console/${string}`): Promise<Answer<Body>> {
  const post = furrow.POST as unknown as LooseGet;
  return (await post(path, {})) as Answer<Body>;
}
