const TIMEOUT_MS = 30_000;

export interface Answer<Data = Readonly<Record<string, unknown>>> {
  readonly status: number;
  readonly code?: string;
  readonly data?: Data;
  /** The caller's own open session, where it prevents opening another. */
  readonly sessionId?: string;
}

/** Sends one request to the API. @returns undefined when no complete answer arrives, for whatever reason */
export async function ask<Data = Readonly<Record<string, unknown>>>(
  url: string | URL,
  jwt: string,
  method: string,
  body?: unknown,
): Promise<Answer<Data> | undefined> {
  try {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (response.status === 204 ? {} : await response.json()) as Omit<Answer<Data>, 'status'>;
    return { ...answer, status: response.status };
  } catch {
    return undefined;
  }
}

/** The same, which must succeed. @returns its `data` @throws Error when it is refused, also in part */
export async function asked<Data>(
  api: string | URL,
  jwt: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Data> {
  const answer = await ask<Data & { readonly summary?: { readonly failed: number } }>(
    new URL(path, api),
    ...([jwt, method, body] as const),
  );
  const failed = answer?.data?.summary?.failed ?? 0;
  if (answer === undefined || answer.status >= 300 || failed > 0)
    throw new Error(`${method} ${path} was answered ${JSON.stringify(answer ?? null).slice(0, 500)}`);
  return answer.data as Data;
}
