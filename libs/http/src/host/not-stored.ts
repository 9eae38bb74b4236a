import type { NextFunction, Request, Response } from 'express';

/** Express matches paths case-insensitively. */
const OF_COMPANIES = /^\/(?:api|media)(?:\/|$)/i;

/**
 * Answers to companies are private, refusals included: neither a cache nor the disk of a shared phone may store them.
 * Signed links to media set their own headers.
 */
export function notStored(request: Request, response: Response, next: NextFunction): void {
  if (OF_COMPANIES.test(request.path)) response.setHeader('cache-control', 'no-store');
  next();
}
