import type { WebSocket } from 'ws';
import { PolicyViolation, ProtocolViolation } from './packet-rules.ts';

/** What a client is told when its connection ends: a close code of WebSocket, and why. */
export interface Closure {
  readonly code: number;
  readonly reason: string;
}

const NORMAL = 1000;
const PROTOCOL_ERROR = 1002;
const UNSUPPORTED_DATA = 1003;
export const POLICY = 1008;
const INTERNAL_ERROR = 1011;
export const TRY_AGAIN_LATER = 1013;

const FAREWELL_WITHIN_MS = 2_000;

/** Of the broker's errors those that the client brings about; it has no other name for them than their text. */
const BROKERS: readonly (readonly [text: RegExp, reason: string])[] = [
  [/^maxInflightInbound exceeded/, 'too many QoS 2 messages without PUBREL'],
  [/^connect did not arrive in time$/, 'no CONNECT in time'],
  [/^drain timeout$/, 'answers not read'],
];

/** A connection ends with an error, or in peace. */
export function closureOf(error: Error | null): Closure {
  if (error === null) return { code: NORMAL, reason: '' };
  if (error instanceof PolicyViolation) return { code: POLICY, reason: error.reason };
  if (error instanceof ProtocolViolation)
    return { code: error.reason === 'text frame' ? UNSUPPORTED_DATA : PROTOCOL_ERROR, reason: error.reason };
  return { code: INTERNAL_ERROR, reason: 'internal error' };
}

/** What an error comes from: one of the broker's that the client brought about is a violation too. */
export function causeOf(error: Error | null): Error | null {
  const known = BROKERS.find(([text]) => text.test(error?.message ?? ''));
  return known ? new PolicyViolation(known[1]) : error;
}

/** A client that does not answer it in time is cut off. */
export function sayFarewell(socket: WebSocket, { code, reason }: Closure): void {
  socket.close(code, reason);
  const impatience = setTimeout(() => socket.terminate(), FAREWELL_WITHIN_MS);
  impatience.unref();
  socket.once('close', () => clearTimeout(impatience));
}
