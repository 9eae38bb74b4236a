import { hash } from 'node:crypto';
import { escapedHtml as text } from '../http/html.ts';
import { API_VERSION } from '../openapi/version.ts';

/** The content of the root, as JSON and as a page. */
export interface Welcome {
  readonly name: string;
  readonly version: string;
  /** Whether the API is ready. */
  readonly ready: boolean;
  readonly links: {
    readonly console: string;
    readonly reference: string;
    readonly openapi: string;
    readonly health: string;
  };
}

/** @param url where clients reach the API, without a trailing slash */
export function welcomeFor(url: string, ready: boolean): Welcome {
  const links = {
    console: `${url}/console/`,
    reference: `${url}/docs`,
    openapi: `${url}/openapi.json`,
    health: `${url}/health/ready`,
  };
  return { name: 'Furrow', version: API_VERSION, ready, links };
}

const STYLE = `
:root { color-scheme: light dark; }
body { font: 1.05rem/1.6 system-ui, sans-serif; margin: 12vh auto 0; max-width: 36rem; padding: 0 1.5rem; }
h1 { color: #2f6b3a; font-size: 2.2rem; margin: 0; }
dt { font-weight: 600; margin-top: 1rem; }
dd { margin: 0; }
a { color: #2f6b3a; }
@media (prefers-color-scheme: dark) { h1, a { color: #8fcf9b; } }
`;

/** The page needs its own style and nothing else. */
export const WELCOME_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function welcomePage({ name, version, ready, links }: Welcome): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${name}</h1>
<p>The API of a farm operations platform: crews’ harvests, scouts’ forms and stations’ readings.</p>
<p>${ready ? 'It is well.' : 'It is not well right now: it cannot take requests.'} <a href="${text(links.health)}">Health</a></p>
<dl>
<dt><a href="${text(links.console)}">Console</a></dt>
<dd>The farm as it stands: today, climate, scouting, pay and devices.</dd>
<dt><a href="${text(links.reference)}">Reference</a></dt>
<dd>Every operation, to read and to try.</dd>
<dt><a href="${text(links.openapi)}">OpenAPI document</a></dt>
<dd>The same for programs, version ${version}.</dd>
</dl>
<p>Guides for developers and operators are in the folder <code>docs</code> of the software.</p>
</main>
</body>
</html>
`;
}
