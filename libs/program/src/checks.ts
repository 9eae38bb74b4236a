import { aligned } from './aligned.ts';

/** What a program that looks for defects has tried, how often, and the problems found. */
export interface Check {
  readonly suite: string;
  readonly what: string;
  readonly asked: number;
  readonly problems: readonly string[];
  /** Repeats what other checks count already. */
  readonly isSum?: boolean;
  /** A summary of figures. */
  readonly detail?: string;
}

const HEAD = ['SUITE', 'WHAT', 'TRIED', 'PROBLEMS', ''];
const SHOWN = 20;

export function tableOfChecks(checks: readonly Check[]): string {
  const rows = checks.map(({ suite, what, asked, problems, detail = '' }) => [
    suite,
    what,
    asked.toLocaleString('en'),
    problems.length === 0 ? '0' : `${problems.length} !`,
    detail,
  ]);
  return aligned([HEAD, ...rows], (column) => column === 2);
}

/** All distinct problems. */
export function problemsIn(checks: readonly Check[]): string[] {
  return checks.flatMap(({ suite, what, problems }) => {
    const different = [...new Set(problems)];
    const left = different.length - SHOWN;
    return [
      ...different.slice(0, SHOWN).map((problem) => `${suite}, ${what}: ${problem}`),
      ...(left > 0 ? [`${suite}, ${what}: and ${left} more`] : []),
    ];
  });
}

/** What was tried in all. */
export const triedIn = (checks: readonly Check[]): number =>
  checks.reduce((sum, { asked, isSum = false }) => sum + (isSum ? 0 : asked), 0);
