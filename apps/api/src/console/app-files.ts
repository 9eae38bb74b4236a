import { Config } from '@furrow/config';
import { PublicAddress } from '@furrow/media';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, RequestHandler, Response } from 'express';
import { Bundle, type BundleFile, type Encoding, folderOf } from './bundle.ts';
import { consolePolicy, fieldPolicy } from './page-policy.ts';

const YEAR_SECONDS = 31_536_000;

/** An app of the browser that the API serves. */
interface BrowserApp {
  readonly name: 'console' | 'field';
  readonly bundle: Bundle;
  /** The Content-Security-Policy of its pages. */
  readonly policy: () => string;
  /** What of the device its pages may ask for: the Permissions-Policy. */
  readonly permissions: string;
}

/** `GET /console/…` and `GET /field/…`: the files of the browser apps, and their pages for every other address. */
export function serveApps(app: NestExpressApplication): void {
  const { media, console } = app.get(Config);
  const address = app.get(PublicAddress);
  const serve = (browserApp: BrowserApp) => app.use(`/${browserApp.name}`, appFiles(browserApp));
  serve({
    name: 'console',
    bundle: new Bundle(folderOf('console')),
    policy: () => consolePolicy(address.url, media.disk, console.tiles),
    permissions: 'camera=(), geolocation=(self), microphone=(), payment=(), usb=()',
  });
  serve({
    name: 'field',
    bundle: new Bundle(folderOf('field')),
    policy: () => fieldPolicy(address.url, media.disk),
    permissions: 'camera=(self), geolocation=(self), microphone=(self), payment=(), usb=()',
  });
}

export function appFiles(app: BrowserApp): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      next();
      return;
    }
    answered(app, request, response).then((done) => {
      if (!done) next();
    }, next);
  };
}

/** @returns whether it has answered */
async function answered(
  { name, bundle, policy, permissions }: BrowserApp,
  request: Request,
  response: Response,
): Promise<boolean> {
  const path = request.path.slice(1);
  const index = await bundle.index();
  if (index === undefined) {
    response.status(404).type('text/plain').send(notBuilt(name));
    return true;
  }
  if (path === '' && !request.originalUrl.startsWith(`/${name}/`)) {
    response.redirect(`/${name}/${new URL(request.originalUrl, 'http://host').search}`);
    return true;
  }
  const file = (await bundle.file(path)) ?? (isPage(path, request) ? index : undefined);
  if (file === undefined) return false;
  response.setHeader('Content-Security-Policy', policy());
  response.setHeader('Permissions-Policy', permissions);
  response.setHeader('Referrer-Policy', 'same-origin');
  await send(request, response, file);
  return true;
}

const notBuilt = (name: BrowserApp['name']) =>
  `The app at /${name}/ is not built here. From the sources: npm start, which builds it. The API itself is not concerned: see /docs.\n`;

/** A missing file is 404; only addresses that a person opens, or without a file's name, are the page. */
function isPage(path: string, { headers }: Request): boolean {
  if (path.startsWith('assets/')) return false;
  const isFile = /\.[^./]+$/.test(path.slice(path.lastIndexOf('/') + 1));
  return !isFile || (headers.accept ?? '').includes('text/html');
}

async function send(request: Request, response: Response, file: BundleFile): Promise<void> {
  const encodings: Encoding[] = file.compressible ? ['br', 'gzip', 'identity'] : ['identity'];
  const encoding = (request.acceptsEncodings(encodings) || 'identity') as Encoding;
  const etag = `"${file.etag}-${encoding}"`;
  if (file.compressible) response.vary('Accept-Encoding');
  response.setHeader('ETag', etag);
  response.setHeader(
    'Cache-Control',
    file.immutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
  );
  // The header may list others as well, and weak ones.
  if (request.headers['if-none-match']?.includes(etag) === true) {
    response.status(304).end();
    return;
  }
  const bytes = await file.as(encoding);
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.type(file.path.slice(file.path.lastIndexOf('.')));
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
