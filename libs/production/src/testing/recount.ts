import { Decimal } from '@furrow/kernel';
import { type MovementSums, partsOf, type RecordState, type UnitsOfKind } from '../domain/index.ts';

/** One worker's units of one quality in one session, as exact decimal text without trailing zeros. */
export interface Tally {
  readonly sessionId: string;
  readonly workerId: string;
  readonly qualityId: string | null;
  readonly validUnits: string;
  readonly recordCount: number;
  readonly voidedCount: number;
}

/** What a session's tallies must add up to, counted record by record. */
export function sumsOf(records: readonly RecordState[]): MovementSums {
  const additions = records.filter((record) => record.kind === 'addition');
  return {
    validUnits: unitsOf(additions.filter((record) => record.voidedAt === null)),
    netUnits: unitsOf(records),
    recordCount: additions.length,
    voidedCount: additions.filter((record) => record.voidedAt !== null).length,
    workerCount: new Set(records.flatMap(partsOf).map(({ workerId }) => workerId)).size,
  };
}

/** The tallies of these records, each part of a shared one by itself, in order of session, worker and quality. */
export function talliesOf(records: readonly RecordState[]): Tally[] {
  const groups = Map.groupBy(
    movementsOf(records),
    (record) => `${record.sessionId} ${record.workerId} ${record.qualityId ?? '~'}`,
  );
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => {
      const [{ sessionId, workerId, qualityId }] = group as [RecordState];
      const { validUnits, recordCount, voidedCount } = sumsOf(group);
      return { sessionId, workerId: workerId ?? '', qualityId, validUnits, recordCount, voidedCount };
    });
}

/** Each part as if it were a record by itself. */
export const movementsOf = (records: readonly RecordState[]): RecordState[] =>
  records.flatMap((record) => partsOf(record).map((part) => ({ ...record, ...part, shares: null })));

/** Valid units by quality and container, in that order; kinds without any are left out. */
export function kindsOf(records: readonly RecordState[]): UnitsOfKind[] {
  const valid = records.filter(({ kind, voidedAt }) => kind === 'addition' && voidedAt === null);
  const groups = Map.groupBy(valid, ({ qualityId, container }) => `${qualityId ?? '~'} ${container ?? '~'}`);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, all]) => {
      const [{ qualityId, container }] = all as [RecordState];
      return [{ qualityId, container, units: unitsOf(all) }];
    });
}

function unitsOf(records: readonly RecordState[]): string {
  return records.reduce((sum, record) => sum.plus(record.units), new Decimal(0)).toFixed();
}
