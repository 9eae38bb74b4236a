import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** The client's own request id if it is usable, else a new one; it is in the answer and in every log line. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  const id = requestIdOf(request.headers['x-request-id']);
  Object.assign(request, { id });
  response.setHeader('x-request-id', id);
  next();
}

export function requestIdOf(given: unknown): string {
  // Not an id ordered by time: Node.js buffers random bytes for these UUIDs only, which makes them cheaper.
  return typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();
}
