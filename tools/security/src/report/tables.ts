import { type Check, markdownTable, type Measured } from '@furrow/program';

const NUMBERS = [2, 3];

/** A check with the number of its problems. */
export type SavedCheck = Pick<Check, 'what' | 'asked' | 'detail' | 'isSum'> & { readonly problems: number };

/** The last run of one suite, and when and on what it was. */
export interface SavedSuite {
  readonly suite: string;
  readonly measured: Measured & {
    readonly seed: number;
    /** Of the whole run. */
    readonly seconds: number;
    /** Of docs/openapi.json, those of each host counted. */
    readonly operations: number;
  };
  readonly checks: readonly SavedCheck[];
}

/** A row for each suite, and one for each of its checks that has figures of its own. */
export function figuresTable(suites: readonly SavedSuite[]): string {
  const rows = suites.flatMap(({ suite, checks }) => [
    [`\`${suite}\``, `all ${checks.length} checks`, ...countsOf(checks), ''],
    ...checks.filter(({ detail = '' }) => detail !== '').map((check) => ['', ...cellsOf(check)]),
  ]);
  return markdownTable([['suite', 'what', 'tried', 'problems', 'figures'], ...rows], (column) =>
    NUMBERS.includes(column),
  );
}

export function circumstancesTable(suites: readonly SavedSuite[]): string {
  const rows = suites.map(({ suite, measured }) => [
    `\`${suite}\``,
    measured.date.slice(0, 16).replace('T', ' '),
    measured.commit ?? '',
    `${measured.cores} cores, Node ${measured.node}`,
    String(measured.operations),
    String(measured.seed),
    `${Math.ceil(measured.seconds / 60)} min`,
  ]);
  const head = ['suite', 'run (UTC)', 'commit', 'machine', 'operations', 'seed', 'the whole run took'];
  return markdownTable([head, ...rows], (column) => column >= 4);
}

const countsOf = (checks: readonly SavedCheck[]): string[] => [
  sum(checks.map(({ asked, isSum = false }) => (isSum ? 0 : asked))),
  sum(checks.map(({ problems }) => problems)),
];

const cellsOf = ({ what, asked, problems, detail = '' }: SavedCheck): string[] =>
  [what, asked.toLocaleString('en'), problems.toLocaleString('en'), detail].map(escaped);

const sum = (counts: readonly number[]): string =>
  counts.reduce((total, count) => total + count, 0).toLocaleString('en');

/** Within a cell of Markdown. */
const escaped = (text: string): string => text.replace(/[|{}<>*_]/g, '\\$&').replace(/\s+/g, ' ');
