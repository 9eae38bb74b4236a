import { hash } from 'node:crypto';
import { escapedHtml as text } from '../http/pages/html.ts';
import { PAGE_STYLE } from '../http/pages/page-style.ts';
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

/** The page needs its own style and nothing else. */
export const WELCOME_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', PAGE_STYLE, 'base64')}'`,
  "img-src 'self' data:",
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
<link rel="icon" href="console/icon.svg" type="image/svg+xml">
<style>${PAGE_STYLE}</style>
</head>
<body>
<header><img src="console/icon.svg" alt="" width="32" height="32">${name}</header>
<main>
<img src="console/landing.svg" alt="" width="960" height="500">
<h1>Your farm, as it is right now.</h1>
<p class="faint">The API of a farm operations platform: crews’ harvests, scouts’ forms, stations’ readings and pay.</p>
<p>${ready ? '<span class="chip">Ready</span> It takes requests.' : '<span class="chip bad">Not ready</span> It cannot take requests right now.'} <a href="${text(links.health)}">Health</a></p>
<a class="button card" href="${text(links.console)}">Console<small>The farm as it stands: today, climate, scouting, pay and devices.</small></a>
<a class="button card" href="field/">Field app<small>For phones of crews and scouts, with or without signal.</small></a>
<a class="button card" href="${text(links.reference)}">Reference<small>Every operation, to read and to try.</small></a>
<a class="button card" href="${text(links.openapi)}">OpenAPI document<small>The same for programs, version ${version}.</small></a>
<p class="faint">Guides for developers and operators are in the folder <code>docs</code> of the software.</p>
</main>
</body>
</html>
`;
}
