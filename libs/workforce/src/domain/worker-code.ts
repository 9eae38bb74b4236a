import type { LocalDate } from '@furrow/kernel';
import { withoutAccents } from './folding.ts';

/**
 * The code a crew calls somebody by: initials, month and day of hiring, and from the second bearer on a number:
 * `AML0315`, `AML0315-2`. It is given once and never changes.
 */
export interface WorkerCode {
  readonly stem: string;
  /** 1 for the first bearer of the stem. */
  readonly number: number;
}

export function codeStem(firstName: string, lastName: string, hireDate: LocalDate): string {
  return `${initials(firstName)}${initials(lastName)}${hireDate.slice(5, 7)}${hireDate.slice(8, 10)}`;
}

export function codeText({ stem, number }: WorkerCode): string {
  return number === 1 ? stem : `${stem}-${number}`;
}

/** The first letter of every word, in upper case. Accents go, letters of other scripts stay as they are. */
export function initials(name: string): string {
  return name
    .split(/\s+/u)
    .map((word) => /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}]/u.exec(word)?.[0] ?? '')
    .map((letter) => withoutAccents(/^./su.exec(letter.toUpperCase())?.[0] ?? ''))
    .join('');
}
