import { type Page, textOrder } from '@furrow/kernel';
import type { SectorDay, SessionSearch, SessionRepository, SummedSession } from '../application/ports.ts';
import {
  type MovementSums,
  ProductionSession,
  type SessionState,
  type UnitsOfKind,
} from '../domain/index.ts';
import { InMemoryRecords } from './in-memory-records.ts';
import { pageOf } from './page-of.ts';
import { kindsOf, sumsOf } from './recount.ts';
import type { Tables } from './tables.ts';

export class InMemorySessions implements SessionRepository {
  constructor(private readonly tables: Tables) {}

  async insert(session: ProductionSession): Promise<boolean> {
    const { state } = session;
    const inTheWay = this.#all().some(
      (other) =>
        (state.closure === null && other.closure === null && isOfSameSectorDay(other, state)) ||
        (state.localId !== null &&
          other.localId === state.localId &&
          other.owner.userId === state.owner.userId),
    );
    if (!inTheWay) await this.update(session);
    return !inTheWay;
  }

  async find(sessionId: string): Promise<ProductionSession | undefined> {
    return loaded(this.tables.sessions.get(sessionId));
  }

  lockForChange(sessionId: string): Promise<ProductionSession | undefined> {
    return this.find(sessionId);
  }

  async lockForRecords(sessionIds: readonly string[]): Promise<Map<string, ProductionSession>> {
    const states = this.#all().filter(({ sessionId }) => sessionIds.includes(sessionId));
    return new Map(states.map((state) => [state.sessionId, ProductionSession.restore(state)]));
  }

  async update(session: ProductionSession): Promise<void> {
    this.tables.sessions.set(session.id, session.state);
  }

  async byLocalId(ownerUserId: string, localId: string): Promise<ProductionSession | undefined> {
    return loaded(
      this.#all().find((state) => state.localId === localId && state.owner.userId === ownerUserId),
    );
  }

  async openIn(of: SectorDay): Promise<ProductionSession | undefined> {
    return loaded(this.#all().find((state) => state.closure === null && isOfSameSectorDay(state, of)));
  }

  async closeLapsedIn(of: SectorDay, now: Date): Promise<string[]> {
    const existing = await this.openIn(of);
    const closure = existing?.closureAt(now);
    if (!existing || !closure) return [];
    this.tables.sessions.set(existing.id, { ...existing.state, closure });
    return [existing.id];
  }

  async sums(sessionId: string): Promise<MovementSums> {
    return sumsOf([...this.tables.records.values()].filter((record) => record.sessionId === sessionId));
  }

  async unitsByKind(sessionIds: readonly string[]): Promise<Map<string, UnitsOfKind[]>> {
    const own = [...this.tables.records.values()].filter(({ sessionId }) => sessionIds.includes(sessionId));
    const bySession = Map.groupBy(own, ({ sessionId }) => sessionId);
    return new Map([...bySession].map(([id, records]) => [id, kindsOf(records)]));
  }

  async page(search: SessionSearch): Promise<Page<SummedSession>> {
    const { from, to, status, projectId, sectorId, ownerUserId, now } = search;
    const met = this.#all()
      .map((state) => ProductionSession.restore(state))
      .filter(
        ({ state, owner }) =>
          (from === null || state.localDate >= from) &&
          (to === null || state.localDate <= to) &&
          [null, state.projectId].includes(projectId?.toLowerCase() ?? null) &&
          [null, state.sectorId].includes(sectorId?.toLowerCase() ?? null) &&
          [null, owner.userId].includes(ownerUserId),
      )
      .filter((session) => status === null || (status === 'open') === session.isOpen(now))
      .sort((a, b) => textOrder(placeInTime(b), placeInTime(a)));
    const records = new InMemoryRecords(this.tables);
    const items = pageOf(met, search).map(async (session) => ({
      session,
      sums: await this.sums(session.id),
      possibleRepeats: (await records.possibleRepeats(session)).size,
    }));
    return { items: await Promise.all(items), total: met.length };
  }

  #all(): SessionState[] {
    return [...this.tables.sessions.values()];
  }
}

function loaded(state: SessionState | undefined): ProductionSession | undefined {
  return state && ProductionSession.restore(state);
}

function isOfSameSectorDay(a: SectorDay, b: SectorDay): boolean {
  return a.projectId === b.projectId && a.sectorId === b.sectorId && a.localDate === b.localDate;
}

function placeInTime({ state }: ProductionSession): string {
  return [state.localDate, state.openedAt.toISOString(), state.sessionId].join();
}
