import { UrlNotAllowed } from '../../domain/index.ts';

/** The connection ended, or was ended, without an answer and without an error of the transport. */
export class NoAnswer extends Error {
  constructor(readonly code: 'CLOSED' | 'INTERIM') {
    super(REASONS[code]);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'no connection came about',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENOTFOUND: 'the host has no address',
  ENODATA: 'the host has no address',
  ETIMEOUT: 'the name servers of the host do not answer',
  ESERVFAIL: 'the name servers of the host do not answer',
  EAI_AGAIN: 'the name servers of the host do not answer',
  CLOSED: 'the connection ended without an answer',
  INTERIM: 'more than ten interim answers (1xx) came before an answer',
  HPE_HEADER_OVERFLOW: 'the head of the answer is larger than 8 kB',
};

/** Why there is no status, in words without anything that the receiver sent. */
export function reasonOf(error: unknown, timedOutAfterMs?: number): string {
  if (timedOutAfterMs !== undefined) return `no answer within ${timedOutAfterMs / 1_000} s`;
  if (error instanceof UrlNotAllowed) return `url_not_allowed: ${error.message}`;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return 'the URL can no longer be sent to';
  if (code.startsWith('HPE_')) return REASONS[code] ?? 'the answer is not HTTP';
  if (/CERT|TLS|SSL|EPROTO/.test(code)) return `TLS failed (${code})`;
  return REASONS[code] ?? `the connection failed (${code})`;
}
