import type { RecordState } from './record.ts';

/**
 * The ids of those records that may be repeats: additions that are not void, and are followed or preceded by another one
 * of the same worker within so many seconds.
 * @param records of one session
 */
export function possibleRepeats(records: readonly RecordState[], seconds: number): Set<string> {
  const valid = records.filter(({ kind, voidedAt }) => kind === 'addition' && voidedAt === null);
  const repeats = new Set<string>();
  for (const own of Map.groupBy(valid, ({ workerId }) => workerId).values()) {
    own.sort((a, b) => a.recordedAt.getTime() - b.recordedAt.getTime());
    for (const [index, { recordId, recordedAt }] of own.entries()) {
      const before = own[index - 1];
      if (before === undefined || recordedAt.getTime() - before.recordedAt.getTime() > seconds * 1_000)
        continue;
      repeats.add(before.recordId).add(recordId);
    }
  }
  return repeats;
}
