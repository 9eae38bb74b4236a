import type { Database } from '@furrow/platform';
import type { NextFunction, Request, Response } from 'express';
import { Overloaded } from './refusals.ts';

/**
 * Turns newcomers away at the door while those inside wait for the database, which costs next to nothing. Let in, they
 * would take time from those who can still be served, to be refused later or to give up themselves.
 */
export function admission(
  database: Pick<Database, 'isCongested'>,
  refuse: (error: unknown, request: Request, response: Response) => void,
) {
  return (request: Request, response: Response, next: NextFunction): void => {
    // Health, metrics and pages need no place in the queue, and tell what is wrong.
    if (database.isCongested && request.path.startsWith('/api/'))
      refuse(new Overloaded('More is asked of the service than it can do right now.'), request, response);
    else next();
  };
}
