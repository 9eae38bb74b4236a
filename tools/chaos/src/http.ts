const PATIENCE_MS = 30_000;

export interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  /** What `data` holds. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** The caller's own session that stands in the way of another. */
  readonly sessionId: string | undefined;
}

/** One request. @returns undefined where no whole answer came, for whatever reason */
export async function ask(
  url: string,
  jwt: string,
  method: string,
  body?: unknown,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const told = (await response.json()) as Partial<Pick<Answer, 'code' | 'data' | 'sessionId'>>;
    return { status: response.status, code: told.code, data: told.data, sessionId: told.sessionId };
  } catch {
    return undefined;
  }
}
