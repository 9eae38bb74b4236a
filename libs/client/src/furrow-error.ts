import { retryAfterMs } from './retry-after.ts';

/** What is wrong with one field of a request. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/**
 * Codes that are this client's own, because no word of Furrow's came back:
 * `unreachable` no answer, or not in time; `aborted` by the caller's signal; `no_token` getToken failed;
 * `unreadable` a success that is no JSON, such as the page of a hotel's Wi-Fi; `http_502` and its like, a refusal
 * without a code.
 */
export type LocalCode = 'unreachable' | 'aborted' | 'no_token' | 'unreadable' | `http_${number}`;

/** Why a call did not succeed. It is handed out as a value; whoever likes to may throw it. */
export class FurrowError<Code extends string = string> extends Error {
  override readonly name = 'FurrowError';

  private constructor(
    message: string,
    /** Stable; branch on it, and have a default: a newer server may know more of them. */
    readonly code: Code | LocalCode,
    /** Of HTTP; 0 where no answer came. */
    readonly status: number,
    /** Names the call in the server's logs; tell it to whoever runs the server. */
    readonly requestId: string | undefined,
    /** Every wrong field, for `validation_failed`. */
    readonly details: readonly FieldProblem[],
    /** How long the server asks to be left alone, in milliseconds. */
    readonly retryAfterMs: number | undefined,
    /** What else the server told, such as `serverTime` or `sessionId`. */
    readonly facts: Readonly<Record<string, unknown>>,
    cause?: unknown,
  ) {
    super(message, { cause });
  }

  static local(code: LocalCode, message: string, cause?: unknown): FurrowError<never> {
    return new FurrowError<never>(message, code, 0, undefined, [], undefined, {}, cause);
  }

  /** One result of several in an answer. */
  static ofResult({ status, code = `http_${status}`, message = '' }: RefusedResult): FurrowError {
    return new FurrowError(message, code, status, undefined, [], undefined, {});
  }

  /** @param body as it was read; anything that is no error of Furrow's is told as `http_<status>` or `unreadable` */
  static answered(response: Response, body: unknown): FurrowError {
    const { code, message, details, ...rest } = asObject(body);
    const { status: _, error: __, ...facts } = rest;
    const known = !response.ok && typeof code === 'string';
    return new FurrowError(
      typeof message === 'string' ? message : `The server answered ${response.status}, and nothing readable.`,
      known ? code : response.ok ? 'unreadable' : `http_${response.status}`,
      response.status,
      response.headers.get('x-request-id') ?? undefined,
      Array.isArray(details) ? (details as FieldProblem[]) : [],
      retryAfterMs(response.headers.get('retry-after'), Date.now()),
      known ? facts : {},
    );
  }
}

interface RefusedResult {
  readonly status: number;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

function asObject(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
