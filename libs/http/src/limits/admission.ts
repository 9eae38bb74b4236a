import type { Database } from '@furrow/platform';
import type { NextFunction, Request, Response } from 'express';
import type { AcceptBacklogMonitor } from './accept-backlog-monitor.ts';
import { Overloaded } from '../errors/refusals.ts';

/** One for all: a stack trace costs as much as the rest of a refusal. */
const TOO_MUCH = new Overloaded('More is asked of the service than it can do right now.');

/**
 * Turns newcomers away at the door while those inside wait for long, which costs next to nothing. Let in, they would take
 * time from those who can still be served, to be refused later or to give up themselves. With a crowd outside a short line
 * is enough, for whoever stands there waits too.
 */
export function admission(
  database: Pick<Database, 'isBusy' | 'isCongested'>,
  backlog: Pick<AcceptBacklogMonitor, 'isCrowded'>,
  refuse: (error: unknown, request: Request, response: Response) => void,
) {
  return (request: Request, response: Response, next: NextFunction): void => {
    // Health, metrics and pages need no place in the queue, and tell what is wrong.
    const isFull = database.isCongested || (backlog.isCrowded && database.isBusy);
    if (isFull && request.path.startsWith('/api/')) refuse(TOO_MUCH, request, response);
    else next();
  };
}
