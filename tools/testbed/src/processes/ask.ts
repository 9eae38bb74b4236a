const TIMEOUT_MS = 30_000;

export interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  /** The members of `data`. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** The caller's own open session, where it prevents opening another. */
  readonly sessionId: string | undefined;
}

/** Sends one request to the API. @returns undefined when no complete answer arrives, for whatever reason */
export async function ask(
  url: string | URL,
  jwt: string,
  method: string,
  body?: unknown,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (response.status === 204 ? {} : await response.json()) as Partial<
      Pick<Answer, 'code' | 'data' | 'sessionId'>
    >;
    return { status: response.status, code: answer.code, data: answer.data, sessionId: answer.sessionId };
  } catch {
    return undefined;
  }
}

/** The same, which must succeed. @returns the members of `data` @throws Error when it is refused, also in part */
export async function asked<Data>(
  api: string | URL,
  jwt: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Data> {
  const answer = await ask(new URL(path, api), jwt, method, body);
  const failed = (answer?.data?.['summary'] as { failed: number } | undefined)?.failed ?? 0;
  if (answer === undefined || answer.status >= 300 || failed > 0)
    throw new Error(`${method} ${path} was answered ${JSON.stringify(answer)?.slice(0, 500)}`);
  return answer.data as Data;
}
