import type { Request } from 'express';
import { CrossSiteRequest } from '../../errors/api-errors.ts';
import { hostOf } from './cookie-scope.ts';

const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * A browser adds its cookies to requests of any page to this host, so requests that change something must come from our
 * own pages: browsers declare it in `Sec-Fetch-Site`, older ones in `Origin`.
 * @param publicUrl where clients reach the API
 * @throws CrossSiteRequest
 */
export function requireOwnPage(request: Request, publicUrl: string): void {
  if (!SAFE.includes(request.method) && !isOwnPage(request, publicUrl)) throw new CrossSiteRequest();
}

function isOwnPage(request: Request, publicUrl: string): boolean {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined || !URL.canParse(origin)) return false;
  const asking = new URL(origin);
  return asking.host === hostOf(request) || asking.origin === new URL(publicUrl).origin;
}
