import type { Database } from '@furrow/platform';
import type { NextFunction, Request, Response } from 'express';
import type { AcceptBacklogMonitor } from './accept-backlog-monitor.ts';
import { Overloaded } from '../errors/refusals.ts';

/** One shared instance, because a stack trace costs as much as the rest of a refusal. */
const TOO_MUCH = new Overloaded('The service has more requests than it can process right now.');

/**
 * Refuses new requests while earlier ones wait for long, which costs about 0.1 ms each. If they were served, they
 * would take time from requests that can still be answered, and be refused later or given up. When connections wait to
 * be accepted, a short queue for the database is enough, because clients that are not accepted yet wait as well.
 */
export function admission(
  database: Pick<Database, 'isBusy' | 'isCongested'>,
  backlog: Pick<AcceptBacklogMonitor, 'isBacklogged'>,
  refuse: (error: unknown, request: Request, response: Response) => void,
) {
  return (request: Request, response: Response, next: NextFunction): void => {
    // Health, metrics and pages need no place in the queue, and show what is wrong.
    const isFull = database.isCongested || (backlog.isBacklogged && database.isBusy);
    if (isFull && request.path.startsWith('/api/')) refuse(TOO_MUCH, request, response);
    else next();
  };
}
