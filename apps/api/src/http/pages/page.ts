import type { Request } from 'express';
import { PAGE_STYLE } from './page-style.ts';

/** The languages of pages that the API itself writes. */
export type PageLanguage = 'en' | 'es';

/**
 * A page without scripts, as a whole document.
 * @param parts HTML below the title
 * @param head HTML for the head, besides title, style and icon
 */
export function pageOf(title: string, language: PageLanguage, parts: readonly string[], head = ''): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}<title>${title} · Furrow</title>
<link rel="icon" href="/console/icon.svg" type="image/svg+xml">
<style>${PAGE_STYLE}</style>
</head>
<body>
<header><img src="/console/icon.svg" alt="" width="32" height="32">Furrow</header>
<main>
<h1>${title}</h1>
${parts.join('\n')}
</main>
</body>
</html>
`;
}

/** The language that the browser prefers. */
export function languageOf(request: Request): PageLanguage {
  return request.acceptsLanguages(['en', 'es']) === 'es' ? 'es' : 'en';
}
