import { type Page, type PageRequest, textOrder } from '@furrow/kernel';
import { RecordRepository } from '../application/ports.ts';
import {
  possibleRepeats,
  ProductionRecord,
  type ProductionSession,
  type RecordState,
} from '../domain/index.ts';
import { pageOf } from './page-of.ts';
import type { Tables } from './tables.ts';

export class InMemoryRecords extends RecordRepository {
  constructor(private readonly tables: Tables) {
    super();
  }

  override async add(records: readonly ProductionRecord[]): Promise<Set<string>> {
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

  override async byKeys(
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

  override async find(recordId: string): Promise<ProductionRecord | undefined> {
    return loaded(this.tables.records.get(recordId));
  }

  override async page(sessionId: string, request: PageRequest): Promise<Page<ProductionRecord>> {
    const place = ({ recordedAt, recordId }: RecordState) => `${recordedAt.toISOString()} ${recordId}`;
    const met = this.#all()
      .filter((state) => state.sessionId === sessionId)
      .sort((a, b) => textOrder(place(a), place(b)));
    const items = pageOf(met, request).map((state) => ProductionRecord.restore(state));
    return { items, total: met.length };
  }

  override async possibleRepeats({ id, state }: ProductionSession): Promise<ReadonlySet<string>> {
    const own = this.#all().filter(({ sessionId }) => sessionId === id);
    return state.repeatSeconds === null ? new Set() : possibleRepeats(own, state.repeatSeconds);
  }

  override async counterOf(recordId: string): Promise<ProductionRecord | undefined> {
    return loaded(this.#all().find((state) => state.voidsRecordId === recordId));
  }

  override async void(record: ProductionRecord, counter: ProductionRecord): Promise<boolean> {
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
