import { type Page, type PageRequest, textOrder } from '@furrow/kernel';
import type { RecordRepository } from '../application/ports.ts';
import {
  possibleRepeats,
  ProductionRecord,
  type ProductionSession,
  type RecordState,
} from '../domain/index.ts';
import { pageOf } from './page-of.ts';
import type { Tables } from './tables.ts';

export class InMemoryRecords implements RecordRepository {
  constructor(private readonly tables: Tables) {}

  async add(records: readonly ProductionRecord[]): Promise<Set<string>> {
    const added = new Set<string>();
    for (const { state } of records) {
      const { createdBy, clientEventId, idempotencyKey } = state;
      const keys = idempotencyKey === null ? [] : [idempotencyKey];
      if ((await this.byKeys(createdBy, clientEventId === null ? [] : [clientEventId], keys)).length > 0)
        continue;
      this.tables.records.set(state.recordId, state);
      added.add(state.recordId);
    }
    return added;
  }

  async byKeys(
    userId: string,
    clientEventIds: readonly string[],
    idempotencyKeys: readonly string[],
  ): Promise<ProductionRecord[]> {
    return this.#all()
      .filter(
        ({ createdBy, clientEventId, idempotencyKey }) =>
          createdBy === userId &&
          ((clientEventId !== null && clientEventIds.includes(clientEventId)) ||
            (idempotencyKey !== null && idempotencyKeys.includes(idempotencyKey))),
      )
      .map((state) => ProductionRecord.restore(state));
  }

  async find(recordId: string): Promise<ProductionRecord | undefined> {
    return loaded(this.tables.records.get(recordId));
  }

  async page(sessionId: string, request: PageRequest): Promise<Page<ProductionRecord>> {
    const positionOf = ({ recordedAt, recordId }: RecordState) => `${recordedAt.toISOString()} ${recordId}`;
    const met = this.#all()
      .filter((state) => state.sessionId === sessionId)
      .sort((a, b) => textOrder(positionOf(a), positionOf(b)));
    const items = pageOf(met, request).map((state) => ProductionRecord.restore(state));
    return { items, total: met.length };
  }

  async possibleRepeats({ id, state }: ProductionSession): Promise<ReadonlySet<string>> {
    const own = this.#all().filter(({ sessionId }) => sessionId === id);
    return state.repeatSeconds === null ? new Set() : possibleRepeats(own, state.repeatSeconds);
  }

  async counterOf(recordId: string): Promise<ProductionRecord | undefined> {
    return loaded(this.#all().find((state) => state.voidsRecordId === recordId));
  }

  async void(record: ProductionRecord, counter: ProductionRecord): Promise<boolean> {
    const kept = this.tables.records.get(record.state.recordId);
    if (kept?.voidedAt !== null) return false;
    this.tables.records.set(kept.recordId, { ...kept, voidedAt: counter.state.createdAt });
    this.tables.records.set(counter.state.recordId, counter.state);
    return true;
  }

  #all(): RecordState[] {
    return [...this.tables.records.values()];
  }
}

function loaded(state: RecordState | undefined): ProductionRecord | undefined {
  return state && ProductionRecord.restore(state);
}
