import type { Role } from '@furrow/access/domain';
import { hash } from 'node:crypto';
import { escapedHtml } from '../http/pages/html.ts';
import { type PageLanguage, pageOf } from '../http/pages/page.ts';
import { PAGE_STYLE } from '../http/pages/page-style.ts';

/** A user to choose, when development keys replace an identity provider. */
export interface Candidate {
  readonly idpId: string;
  readonly name: string;
  readonly role: Role;
  readonly companyName: string;
}

const WORDS = {
  en: {
    choose: 'Who are you today?',
    why: 'Development keys replace an identity provider, so you may sign in as any user of the farm.',
    nobody:
      'There is no user yet: create a company with its first admin (furrow company create), or apply a farm file.',
    more: 'There are more users than are listed here.',
    failed: 'You are not signed in',
    again: 'Sign in again',
    roles: { admin: 'admin', supervisor: 'supervisor', agronomist: 'agronomist' },
  },
  es: {
    choose: '¿Quién es usted hoy?',
    why: 'Claves de desarrollo hacen de proveedor de identidad: puede ser cualquier persona del campo.',
    nobody:
      'Todavía no hay usuarios: cree una empresa con su primera persona administradora (furrow company create), o aplique un archivo de campo.',
    more: 'Hay más usuarios de los que se ven aquí.',
    failed: 'No ha iniciado sesión',
    again: 'Iniciar sesión de nuevo',
    roles: { admin: 'administración', supervisor: 'supervisión', agronomist: 'agronomía' },
  },
} as const;

/** A page needs its own style and, to choose a user, its own form. */
export const SIGN_IN_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', PAGE_STYLE, 'base64')}'`,
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** @param returnTo a validated path of the console */
export function chooserPage(
  candidates: readonly Candidate[],
  { returnTo, language, more }: { returnTo: string; language: PageLanguage; more: boolean },
): string {
  const words = WORDS[language];
  const companies = Map.groupBy(candidates, ({ companyName }) => companyName);
  const lists = [...companies].map(([companyName, users]) => {
    const buttons = users.map((user) => chooserButton(user, returnTo, language));
    return `<h2>${escapedHtml(companyName)}</h2>\n${buttons.join('\n')}`;
  });
  return pageOf(words.choose, language, [
    `<p>${candidates.length > 0 ? words.why : words.nobody}</p>`,
    ...lists,
    ...(more ? [`<p>${words.more}</p>`] : []),
  ]);
}

function chooserButton({ idpId, name, role }: Candidate, returnTo: string, language: PageLanguage): string {
  const action = `/api/console/sign-in?${new URLSearchParams({ user: idpId, returnTo }).toString()}`;
  const roles: Readonly<Record<string, string>> = WORDS[language].roles;
  return `<form method="post" action="${escapedHtml(action)}"><button class="card">${escapedHtml(name)}<small>${escapedHtml(roles[role] ?? role)}</small></button></form>`;
}

/** Why the sign-in failed, and how to continue. */
export function refusalPage(message: string, language: PageLanguage): string {
  const { failed, again } = WORDS[language];
  return pageOf(failed, language, [
    `<p>${escapedHtml(message)}</p>`,
    `<p><a href="/api/console/sign-in">${again}</a></p>`,
  ]);
}
