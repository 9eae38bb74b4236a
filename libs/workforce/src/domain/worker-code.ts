import type { LocalDate } from '@furrow/kernel';
import { withoutAccents } from './folding.ts';

/**
 * The code by which a crew knows a worker: initials, month and day of hiring, and a number from the second worker with
 * the same stem on:
 * `AML0315`, `AML0315-2`. It is assigned once and never changes.
 */
export interface WorkerCode {
  readonly stem: string;
  /** 1 for the first worker with this stem. */
  readonly number: number;
}

export function codeStem(firstName: string, lastName: string, hireDate: LocalDate): string {
  return `${initials(firstName)}${initials(lastName)}${hireDate.slice(5, 7)}${hireDate.slice(8, 10)}`;
}

export function codeText({ stem, number }: WorkerCode): string {
  return number === 1 ? stem : `${stem}-${number}`;
}

/** The first letter of every word, in upper case. Accents are removed, letters of other scripts stay as they are. */
export function initials(name: string): string {
  return name
    .split(/\s+/u)
    .map((word) => /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}]/u.exec(word)?.[0] ?? '')
    .map((letter) => withoutAccents(/^./su.exec(letter.toUpperCase())?.[0] ?? ''))
    .join('');
}
