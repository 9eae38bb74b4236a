import type { RunningApi } from '../stage/stage.ts';

/** Sends one request. @returns the members of `data` @throws Error when it is refused, also in part */
export async function asked<Data>(
  api: RunningApi,
  jwt: string,
  method: string,
  path: string,
  body: object,
): Promise<Data> {
  const answer = await fetch(new URL(path, api.url), {
    method,
    headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const { data } = answer.ok
    ? (JSON.parse(text) as { data: Data & { summary?: { failed: number } } })
    : { data: undefined };
  if (data === undefined || (data.summary?.failed ?? 0) > 0)
    throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 500)}`);
  return data;
}
