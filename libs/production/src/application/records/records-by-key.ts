import type { ProductionRecord } from '../../domain/index.ts';

interface Keyed {
  readonly clientEventId: string | null;
  readonly idempotencyKey: string | null;
}

/** The keys of a draft or record, prefixed by kind so that the two kinds never collide. */
export function keysOf({ clientEventId, idempotencyKey }: Keyed): string[] {
  const keys: string[] = [];
  if (clientEventId !== null) keys.push(`event ${clientEventId}`);
  if (idempotencyKey !== null) keys.push(`key ${idempotencyKey}`);
  return keys;
}

/** A user's records, found by either of their keys. */
export class RecordsByKey {
  readonly #holders = new Map<string, ProductionRecord>();

  constructor(records: Iterable<ProductionRecord> = []) {
    for (const record of records) this.add(record);
  }

  add(record: ProductionRecord): void {
    for (const key of keysOf(record.state)) this.#holders.set(key, record);
  }

  /** The records that have any of these keys: none, one, or a different one for each. */
  holdersOf(keyed: Keyed): ProductionRecord[] {
    const records = keysOf(keyed).flatMap((key) => this.#holders.get(key) ?? []);
    return [...new Set(records)];
  }
}
