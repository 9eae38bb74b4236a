import type { WebSocket } from 'ws';
import { PolicyViolation, ProtocolViolation } from './packet-rules.ts';

/** A close code of WebSocket and its reason, for the client. */
export interface Closure {
  readonly code: number;
  readonly reason: string;
}

const NORMAL = 1000;
export const GOING_AWAY = 1001;
const PROTOCOL_ERROR = 1002;
const UNSUPPORTED_DATA = 1003;
export const POLICY = 1008;
const INTERNAL_ERROR = 1011;
export const TRY_AGAIN_LATER = 1013;

const CLOSED_WITHIN_MS = 2_000;

/** @param error null: the connection ends normally */
export function closureOf(error: Error | null): Closure {
  if (error === null) return { code: NORMAL, reason: '' };
  if (error instanceof PolicyViolation) return { code: POLICY, reason: error.reason };
  if (error instanceof ProtocolViolation)
    return { code: error.reason === 'text frame' ? UNSUPPORTED_DATA : PROTOCOL_ERROR, reason: error.reason };
  return { code: INTERNAL_ERROR, reason: 'internal error' };
}

/** Closes a WebSocket. If the client does not answer in time, the connection is destroyed. */
export function closeWebSocket(socket: WebSocket, { code, reason }: Closure): void {
  socket.close(code, reason);
  const timeout = setTimeout(() => socket.terminate(), CLOSED_WITHIN_MS);
  timeout.unref();
  socket.once('close', () => clearTimeout(timeout));
}
