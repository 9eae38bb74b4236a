import type { DatabaseQueues } from '@furrow/database';
import type { Metrics } from '@furrow/observability';
import type { NextFunction, Request, Response } from 'express';
import { leaveBodyUnread } from '../../bodies/unread-body.ts';
import { HARDENING } from '../../errors/bare-answer.ts';
import { errorBody, type ErrorShape } from '../../errors/error-body.ts';
import { Overloaded } from '../../errors/transport-errors.ts';
import { requestIdOf } from '../../observability/request-id.ts';
import type { AcceptBacklogMonitor } from './accept-backlog-monitor.ts';
import { RunQueue } from './run-queue.ts';

/** One shared instance, because a stack trace costs as much as the rest of a refusal. */
export const tooManyRequests = new Overloaded('The service has more requests than it can process right now.');

const STATUS = 503;
/** Callers whose company is not known yet wait together. */
const UNKNOWN = '';

export interface Admission {
  readonly queues: Pick<DatabaseQueues, 'isBusy' | 'isCongested'>;
  readonly backlog: Pick<AcceptBacklogMonitor, 'isBacklogged'>;
  /** The company of a request's credential, if that was accepted before. */
  readonly companyOf: (request: Request) => string | undefined;
  readonly shapeOf: (path: string) => ErrorShape;
  readonly refused: Metrics['refused'];
}

/**
 * Refuses new requests while earlier ones of their company, or of all, wait for long, for the event loop or for the
 * database. If they were served, they would take time from requests that can still be answered, and be refused later or
 * given up. When connections wait to be accepted, a short queue is enough, because clients that are not accepted yet wait
 * as well. A refusal comes before all other handlers and is prepared, because under overload most of the work is to
 * refuse; only what is not refused waits for the event loop.
 */
export function admission({ queues, backlog, companyOf, shapeOf, refused }: Admission) {
  const answers = { A: prepared('A'), B: prepared('B') };
  const runQueue = new RunQueue();
  return (request: Request, response: Response, next: NextFunction): void => {
    // Health, metrics and pages need no place in a queue, and show what is wrong.
    if (!request.path.startsWith('/api/')) {
      next();
      return;
    }
    const companyId = companyOf(request);
    const isFull =
      runQueue.isCongested(companyId ?? UNKNOWN) ||
      queues.isCongested(companyId) ||
      (backlog.isBacklogged && queues.isBusy(companyId));
    if (!isFull) {
      runQueue.add(companyId ?? UNKNOWN, next);
      return;
    }
    refused.inc({ code: tooManyRequests.code });
    leaveBodyUnread(request, response);
    const { headers, body } = answers[shapeOf(request.path)];
    const id = ['x-request-id', requestIdOf(request.headers['x-request-id'])];
    response.writeHead(STATUS, [...headers, ...id]).end(body);
  };
}

function prepared(shape: ErrorShape): { readonly headers: readonly string[]; readonly body: Buffer } {
  const body = Buffer.from(JSON.stringify(errorBody(shape, STATUS, tooManyRequests)));
  const headers = {
    ...HARDENING,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    'retry-after': String(tooManyRequests.retryAfterSeconds),
  };
  return { headers: Object.entries(headers).flat(), body };
}
