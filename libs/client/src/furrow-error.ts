import { retryAfterMs } from './retry-after.ts';

/** What is wrong with one field of a request. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/**
 * Codes of this client for calls without an answer of Furrow:
 * `unreachable` no answer, or not in time; `aborted` by the caller's signal; `no_token` getToken failed;
 * `unreadable` a success that is not JSON, such as a login page of a Wi-Fi network; `http_502` and the like, a refusal
 * without a code.
 */
export type LocalCode = 'unreachable' | 'aborted' | 'no_token' | 'unreadable' | `http_${number}`;

/** Why a call did not succeed. It is returned as a value, and may be thrown by the caller. */
export class FurrowError<Code extends string = string> extends Error {
  override readonly name = 'FurrowError';

  private constructor(
    message: string,
    /** Stable; branch on it, with a default, because a newer server may use more codes. */
    readonly code: Code | LocalCode,
    /** The HTTP status; 0 without an answer. */
    readonly status: number,
    /** Identifies the call in the server's logs; quote it when you report a problem. */
    readonly requestId: string | undefined,
    /** Every wrong field, for `validation_failed`. */
    readonly details: readonly FieldProblem[],
    /** How long to wait before the next call, as the server requests, in milliseconds. */
    readonly retryAfterMs: number | undefined,
    /** Other members of the answer, such as `serverTime` or `sessionId`. */
    readonly facts: Readonly<Record<string, unknown>>,
    cause?: unknown,
  ) {
    super(message, { cause });
  }

  static local(code: LocalCode, message: string, cause?: unknown): FurrowError<never> {
    return new FurrowError<never>(message, code, 0, undefined, [], undefined, {}, cause);
  }

  /** The error of one of several results in an answer. */
  static ofResult({ status, code = `http_${status}`, message = '' }: RefusedResult): FurrowError {
    return new FurrowError(message, code, status, undefined, [], undefined, {});
  }

  /** @param body the parsed body; anything that is not an error of Furrow becomes `http_<status>` or `unreadable` */
  static answered(response: Response, body: unknown): FurrowError {
    const { code, message, details, ...rest } = asObject(body);
    const { status: _, error: __, ...facts } = rest;
    const known = !response.ok && typeof code === 'string';
    return new FurrowError(
      typeof message === 'string'
        ? message
        : `The server answered ${response.status} without a readable body.`,
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
