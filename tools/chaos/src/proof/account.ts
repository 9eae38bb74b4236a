import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../work/operation.ts';
import type { Row } from './rows.ts';

/** What became of the operations of one kind. */
export interface Account {
  readonly sent: number;
  readonly acknowledged: number;
  readonly refused: number;
  readonly unknown: number;
  /** Of the unknown ones. */
  readonly unknownButThere: number;
  /** Acknowledged, and not there. */
  readonly lost: number;
  /** There more than once, or acknowledged as two. */
  readonly doubled: number;
  /** There, and otherwise than it was sent or acknowledged: half done, too. */
  readonly altered: number;
  /** There, though they were refused or nobody sent them. */
  readonly unwanted: number;
}

/** Whatever should be 0. */
export const FAULTS = ['lost', 'doubled', 'altered', 'unwanted'] as const;

/** Holds operations of one kind against the rows that there are of it. */
export function accountOf(operations: readonly Operation[], rows: readonly Row[]): Account {
  const byKey = Map.groupBy(rows, ({ key }) => key);
  const account = { sent: operations.length, acknowledged: 0, refused: 0, unknown: 0, unknownButThere: 0 };
  const faults = { lost: 0, doubled: 0, altered: 0, unwanted: 0 };
  for (const operation of operations) {
    const found = byKey.get(operation.key) ?? [];
    byKey.delete(operation.key);
    const [row] = found;
    account[operation.outcome]++;
    if (found.length > 1 || operation.ids.size > 1) faults.doubled++;
    if (row === undefined) {
      if (operation.outcome === 'acknowledged') faults.lost++;
      continue;
    }
    if (operation.outcome === 'refused') faults.unwanted++;
    if (operation.outcome === 'unknown') account.unknownButThere++;
    const isTheSame = operation.outcome !== 'acknowledged' || operation.ids.has(row.id);
    if (!isTheSame || !isDeepStrictEqual(row.content, operation.content)) faults.altered++;
  }
  faults.unwanted += byKey.size;
  return { ...account, ...faults };
}
