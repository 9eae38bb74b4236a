import { type Clock, Decimal } from '@furrow/kernel';
import { IdempotencyKeyReused, RecordNotFound } from '@furrow/kernel/errors';
import {
  checkCorrectedUnits,
  isSameCorrection,
  newCorrectionId,
  newRecordId,
  ProductionRecord,
  type ProductionSession,
  QualityNotFound,
  type RecordCorrection,
  RecordVoidedBefore,
} from '../../domain/index.ts';
import type { ProductionRepositories, ProductionTransactions } from '../ports.ts';

export interface CorrectedRecord {
  /** False for a repeat. */
  readonly created: boolean;
  readonly session: ProductionSession;
  readonly corrected: ProductionRecord;
  readonly counter: ProductionRecord;
  /** Null if the record was taken back. */
  readonly replacement: ProductionRecord | null;
}

/**
 * Replaces a record by another one of the same workers and instant, in open and closed sessions, however they were paid. A
 * repeat answers the same and changes nothing.
 */
export class CorrectRecord {
  constructor(
    private readonly transactions: ProductionTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed | RecordNotFound | QualityNotFound | RecordIsVoid | RecordVoidedBefore | IdempotencyKeyReused */
  execute(companyId: string, userId: string, asked: RecordCorrection): Promise<CorrectedRecord> {
    checkCorrectedUnits(asked.units);
    return this.transactions.run(companyId, async (repositories) => {
      const record = await repositories.records.find(asked.recordId);
      // Two corrections of a session come one after the other.
      const session = record && (await repositories.sessions.lockForChange(record.state.sessionId));
      if (!record || !session) throw new RecordNotFound();
      const before = await repositories.corrections.ofRecord(userId, asked.clientEventId);
      if (before === undefined) return this.#correct(repositories, { session, record }, userId, asked);
      if (!isSameCorrection(before, asked)) throw new IdempotencyKeyReused('clientEventId');
      const counter = await repositories.records.counterOf(asked.recordId);
      if (!counter) throw new Error('A corrected record has no counter-movement');
      const { replacementId } = before;
      const replacement = replacementId === null ? null : await repositories.records.find(replacementId);
      return { created: false, session, corrected: record, counter, replacement: replacement ?? null };
    });
  }

  async #correct(
    repositories: ProductionRepositories,
    { session, record }: { readonly session: ProductionSession; readonly record: ProductionRecord },
    userId: string,
    asked: RecordCorrection,
  ): Promise<CorrectedRecord> {
    const { records, corrections, snapshots } = repositories;
    const made = { by: userId, at: this.clock.now() };
    const quality = await qualityFor(repositories, record, asked.qualityId);
    const counter = record.void(asked.reason, { recordId: newRecordId(), ...made });
    if (!(await records.void(record, counter))) throw new RecordVoidedBefore();
    const replacement = new Decimal(asked.units).eq(0)
      ? null
      : ProductionRecord.add(
          {
            ...{ sessionId: session.id, qualityId: quality?.id ?? null, ...whoOf(record) },
            ...{ units: asked.units, clientEventId: asked.clientEventId, idempotencyKey: null },
            ...{ recordedAt: record.state.recordedAt, notes: record.state.notes },
            ...{ badge: record.state.badge, capture: record.state.capture, filled: filledOf(record) },
          },
          { worker: record.state.workerName, quality: quality?.name ?? null },
          { recordId: newRecordId(), ...made },
        );
    // The key may be that of a record which the same user has added.
    if (replacement && (await records.add([replacement])).size === 0)
      throw new IdempotencyKeyReused('clientEventId');
    const isNew = await corrections.add({
      ...{ correctionId: newCorrectionId(), sessionId: session.id, reason: asked.reason, ...made },
      record: { ...asked, replacementId: replacement?.state.recordId ?? null },
    });
    if (!isNew) throw new IdempotencyKeyReused('clientEventId');
    await snapshots.refresh([session.id], made.at);
    return { created: true, session, corrected: record, counter, replacement };
  }
}

/** The same worker, or the same ones with the same weights. */
const whoOf = ({ state: { workerId, shares } }: ProductionRecord) =>
  workerId === null ? { workerId, sharers: shares ?? [] } : { workerId };

/** The containers of the record in its place; other units cannot have the weight of before. */
const filledOf = ({ state: { container, count } }: ProductionRecord) =>
  container === null || count === null ? null : { container, count, gross: null, tare: null };

/** The quality asked for, else that of the record. @throws QualityNotFound */
async function qualityFor(
  { qualities }: ProductionRepositories,
  { state }: ProductionRecord,
  asked: string | null,
): Promise<{ readonly id: string; readonly name: string } | null> {
  const id = asked ?? state.qualityId;
  if (id === null) return null;
  const name = (await qualities.names([id])).get(id) ?? (asked === null ? state.qualityName : null);
  if (name === null) throw new QualityNotFound();
  return { id, name };
}
