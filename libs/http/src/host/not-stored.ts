import type { NextFunction, Request, Response } from 'express';

/** Express takes a path whatever its case. */
const OF_COMPANIES = /^\/(?:api|media)(?:\/|$)/i;

/**
 * What companies ask for is theirs alone, refusals included: no cache on its way keeps it, nor does the disk of a phone
 * that somebody else holds next. Signed links to media say otherwise for themselves.
 */
export function notStored(request: Request, response: Response, next: NextFunction): void {
  if (OF_COMPANIES.test(request.path)) response.setHeader('cache-control', 'no-store');
  next();
}
