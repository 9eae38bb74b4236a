import { partsOf, type RecordState } from './record.ts';

/**
 * The ids of those records that may be repeats: additions that are not void, and are followed or preceded by another one
 * of the same worker within so many seconds. A shared record is one of each of its workers.
 * @param records of one session
 */
export function possibleRepeats(records: readonly RecordState[], seconds: number): Set<string> {
  const valid = records.filter(({ kind, voidedAt }) => kind === 'addition' && voidedAt === null);
  const repeats = new Set<string>();
  const parts = valid.flatMap((record) => partsOf(record).map(({ workerId }) => ({ workerId, record })));
  for (const own of Map.groupBy(parts, ({ workerId }) => workerId).values()) {
    own.sort((a, b) => a.record.recordedAt.getTime() - b.record.recordedAt.getTime());
    for (const [index, { record }] of own.entries()) {
      const { recordId, recordedAt } = record;
      const before = own[index - 1]?.record;
      if (before === undefined || recordedAt.getTime() - before.recordedAt.getTime() > seconds * 1_000)
        continue;
      repeats.add(before.recordId).add(recordId);
    }
  }
  return repeats;
}
