import { hash } from 'node:crypto';
import { escapedHtml } from '../http/html.ts';

export type Language = 'en' | 'es';

/** A user to choose, when development keys replace an identity provider. */
export interface Candidate {
  readonly idpId: string;
  readonly name: string;
  readonly role: string;
  readonly companyName: string;
}

const WORDS = {
  en: {
    choose: 'Who are you today?',
    why: 'Development keys replace an identity provider, so you may sign in as any user of the farm.',
    nobody: 'There is no active user yet: apply a farm file with users first.',
    more: 'There are more users than are listed here.',
    failed: 'You are not signed in',
    again: 'Sign in again',
    roles: { admin: 'admin', supervisor: 'supervisor', agronomist: 'agronomist' },
  },
  es: {
    choose: '¿Quién es usted hoy?',
    why: 'Claves de desarrollo hacen de proveedor de identidad: puede ser cualquier persona del campo.',
    nobody: 'Todavía no hay usuarios activos: aplique primero un archivo de campo con usuarios.',
    more: 'Hay más usuarios de los que se ven aquí.',
    failed: 'No ha iniciado sesión',
    again: 'Iniciar sesión de nuevo',
    roles: { admin: 'administración', supervisor: 'supervisión', agronomist: 'agronomía' },
  },
} as const;

const STYLE = `
:root { color-scheme: light dark; }
body { font: 1.05rem/1.6 system-ui, sans-serif; margin: 10vh auto 0; max-width: 34rem; padding: 0 1.5rem; }
h1 { color: #2f6b3a; font-size: 1.8rem; margin: 0; }
h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
button { display: block; width: 100%; text-align: start; font: inherit; color: inherit; background: transparent;
  border: 1px solid #6b8f72; border-radius: .5rem; padding: .6rem 1rem; margin: .5rem 0; min-height: 3rem; cursor: pointer; }
button:hover, button:focus-visible { background: #2f6b3a; color: #fff; outline-offset: 2px; }
small { opacity: .85; margin-inline-start: .5rem; }
a { color: #2f6b3a; }
@media (prefers-color-scheme: dark) { h1, a { color: #8fcf9b; } }
`;

/** A page needs its own style and, to choose a user, its own form. */
export const SIGN_IN_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** @param returnTo a validated path of the console */
export function chooserPage(
  candidates: readonly Candidate[],
  { returnTo, language, more }: { returnTo: string; language: Language; more: boolean },
): string {
  const words = WORDS[language];
  const companies = Map.groupBy(candidates, ({ companyName }) => companyName);
  const lists = [...companies].map(([companyName, users]) => {
    const buttons = users.map((user) => chooserButton(user, returnTo, language));
    return `<h2>${escapedHtml(companyName)}</h2>\n${buttons.join('\n')}`;
  });
  return page(words.choose, language, [
    `<p>${candidates.length > 0 ? words.why : words.nobody}</p>`,
    ...lists,
    ...(more ? [`<p>${words.more}</p>`] : []),
  ]);
}

function chooserButton({ idpId, name, role }: Candidate, returnTo: string, language: Language): string {
  const action = `/api/console/sign-in?${new URLSearchParams({ user: idpId, returnTo }).toString()}`;
  const roles: Readonly<Record<string, string>> = WORDS[language].roles;
  return `<form method="post" action="${escapedHtml(action)}"><button>${escapedHtml(name)}<small>${escapedHtml(roles[role] ?? role)}</small></button></form>`;
}

/** Why the sign-in failed, and how to continue. */
export function refusalPage(message: string, language: Language): string {
  const { failed, again } = WORDS[language];
  return page(failed, language, [
    `<p>${escapedHtml(message)}</p>`,
    `<p><a href="/api/console/sign-in">${again}</a></p>`,
  ]);
}

function page(title: string, language: Language, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Furrow</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${parts.join('\n')}
</main>
</body>
</html>
`;
}
