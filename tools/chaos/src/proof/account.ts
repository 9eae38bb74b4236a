import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../work/operation.ts';
import type { Row } from './rows.ts';

/** The outcome of all operations of one kind. */
export interface Account {
  readonly sent: number;
  readonly acknowledged: number;
  readonly refused: number;
  readonly unknown: number;
  /** Unknown operations that are stored. */
  readonly unknownButThere: number;
  /** Acknowledged and not stored. */
  readonly lost: number;
  /** Stored more than once, or acknowledged under two ids. */
  readonly doubled: number;
  /** Stored with other content than was sent or acknowledged, including partial results. */
  readonly altered: number;
  /** Stored although refused or never sent. */
  readonly unwanted: number;
}

/** The counts that must be 0. */
export const DEFECTS = ['lost', 'doubled', 'altered', 'unwanted'] as const;

/** Compares operations of one kind with the stored rows of it. */
export function accountOf(operations: readonly Operation[], rows: readonly Row[]): Account {
  const byKey = Map.groupBy(rows, ({ key }) => key);
  const account = { sent: operations.length, acknowledged: 0, refused: 0, unknown: 0, unknownButThere: 0 };
  const defects = { lost: 0, doubled: 0, altered: 0, unwanted: 0 };
  for (const operation of operations) {
    const found = byKey.get(operation.key) ?? [];
    byKey.delete(operation.key);
    const [row] = found;
    account[operation.outcome]++;
    if (found.length > 1 || operation.ids.size > 1) defects.doubled++;
    if (row === undefined) {
      if (operation.outcome === 'acknowledged') defects.lost++;
      continue;
    }
    if (operation.outcome === 'refused') defects.unwanted++;
    if (operation.outcome === 'unknown') account.unknownButThere++;
    const isTheSame = operation.outcome !== 'acknowledged' || operation.ids.has(row.id);
    if (!isTheSame || !isDeepStrictEqual(row.content, operation.content)) defects.altered++;
  }
  defects.unwanted += byKey.size;
  return { ...account, ...defects };
}
