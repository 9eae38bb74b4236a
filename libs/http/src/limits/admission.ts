import type { DatabaseQueues } from '@furrow/platform';
import type { NextFunction, Request, Response } from 'express';
import type { AcceptBacklogMonitor } from './accept-backlog-monitor.ts';
import { Overloaded } from '../errors/refusals.ts';

/** One shared instance, because a stack trace costs as much as the rest of a refusal. */
export const tooManyRequests = new Overloaded('The service has more requests than it can process right now.');

/**
 * Refuses new requests while earlier ones of their company, or of all, wait for long. If they were served, they would
 * take time from requests that can still be answered, and be refused later or given up. When connections wait to be
 * accepted, a short queue is enough, because clients that are not accepted yet wait as well.
 * @param companyOf the company of a request's credential, if that was accepted before
 */
export function admission(
  queues: Pick<DatabaseQueues, 'isBusy' | 'isCongested'>,
  backlog: Pick<AcceptBacklogMonitor, 'isBacklogged'>,
  companyOf: (request: Request) => string | undefined,
  refuse: (error: unknown, request: Request, response: Response) => void,
) {
  return (request: Request, response: Response, next: NextFunction): void => {
    // Health, metrics and pages need no place in a queue, and show what is wrong.
    if (!request.path.startsWith('/api/')) {
      next();
      return;
    }
    const companyId = companyOf(request);
    const isFull = queues.isCongested(companyId) || (backlog.isBacklogged && queues.isBusy(companyId));
    if (isFull) refuse(tooManyRequests, request, response);
    else next();
  };
}
