import { type Branded, Decimal, newId, ValidationFailed } from '@furrow/kernel';
import { countOf, type Filled, type Filling } from './container.ts';
import {
  isSameShares,
  parted,
  PART_DECIMALS,
  type RecordShare,
  type SentShare,
  type Sharer,
} from './shares.ts';
import { RecordIsVoid } from '../errors.ts';

export const MAX_UNITS = 1_000_000;
export const UNIT_DECIMALS = PART_DECIMALS;

export type RecordId = Branded<string, 'RecordId'>;
export const newRecordId = (): RecordId => newId() as RecordId;

export const CAPTURE_METHODS = ['qr', 'nfc', 'keyboard', 'manual'] as const;

/** How a phone came to know the worker. It is kept and told, and used by no rule. */
export interface Capture {
  readonly method: (typeof CAPTURE_METHODS)[number];
  /** What was read, where that is known. */
  readonly badge: string | null;
}

/** What a phone sends: units that a worker picked, or several workers together. */
export interface RecordDraft {
  readonly sessionId: string;
  /** Null: the worker who had the badge at `recordedAt`, or those of the shares. */
  readonly workerId: string | null;
  readonly badge?: string | null;
  /** Of those who picked them together, in place of a worker. */
  readonly shares?: readonly SentShare[] | null;
  readonly qualityId: string | null;
  /** Exact decimal text, above 0; null: they follow from the containers. */
  readonly units: string | null;
  /** The containers that they are in. */
  readonly filling?: Filling | null;
  readonly clientEventId: string;
  readonly idempotencyKey: string | null;
  /** Null: the instant of arrival. */
  readonly recordedAt: Date | null;
  readonly notes: string | null;
  readonly capture?: Capture | null;
}

interface KnownUnits {
  readonly units: string;
  readonly filled?: Filled | null;
}

/** A draft whose worker and units are known. */
export type DraftOfWorker = RecordDraft & KnownUnits & { readonly workerId: string };

/** A draft of several workers, who are known. */
export type DraftOfSharers = RecordDraft &
  KnownUnits & { readonly workerId: null; readonly sharers: readonly Sharer[] };

export interface RecordState {
  readonly recordId: RecordId;
  readonly sessionId: string;
  /** Null if it is shared. */
  readonly workerId: string | null;
  readonly workerName: string | null;
  /** The parts of those who picked it together; null if one worker did. */
  readonly shares: readonly RecordShare[] | null;
  readonly qualityId: string | null;
  readonly qualityName: string | null;
  /** Negative for a void. */
  readonly units: string;
  readonly kind: 'addition' | 'void';
  /** Null for a void, which the service itself creates. */
  readonly clientEventId: string | null;
  readonly idempotencyKey: string | null;
  readonly voidsRecordId: RecordId | null;
  readonly voidedAt: Date | null;
  readonly recordedAt: Date;
  readonly createdAt: Date;
  /** The sender. Keys are unique per user, so that two phones with equal counters do not collide. */
  readonly createdBy: string;
  readonly notes: string | null;
  /** The badge by which it was sent, in place of a worker. */
  readonly badge: string | null;
  readonly capture: Capture | null;
  /** The key of its containers. */
  readonly container: string | null;
  readonly count: number | null;
  /** The weight with the containers, as exact decimal text. */
  readonly gross: string | null;
  /** Of one container. */
  readonly tare: string | null;
}

/** A movement of units in a session. It is never changed or deleted, only countered. */
export class ProductionRecord {
  private constructor(readonly state: RecordState) {}

  /**
   * @param names `worker` is null for a shared record, whose sharers have names
   * @throws ValidationFailed if the units or weights are not possible amounts
   * @throws ShareRepeated
   */
  static add(
    draft: DraftOfWorker | DraftOfSharers,
    names: { readonly worker: string | null; readonly quality: string | null },
    made: { readonly recordId: string; readonly by: string; readonly at: Date },
  ): ProductionRecord {
    checkUnits(draft.units);
    return new ProductionRecord({
      recordId: made.recordId as RecordId,
      sessionId: draft.sessionId,
      workerId: draft.workerId,
      workerName: names.worker,
      shares: 'sharers' in draft ? parted(draft.units, draft.sharers) : null,
      qualityId: draft.qualityId,
      qualityName: names.quality,
      units: draft.units,
      kind: 'addition',
      clientEventId: draft.clientEventId,
      idempotencyKey: draft.idempotencyKey,
      voidsRecordId: null,
      voidedAt: null,
      recordedAt: draft.recordedAt ?? made.at,
      createdAt: made.at,
      createdBy: made.by,
      notes: draft.notes,
      badge: draft.badge ?? null,
      capture: draft.capture ?? null,
      ...(draft.filled ?? NOT_FILLED),
    });
  }

  static restore(state: RecordState): ProductionRecord {
    return new ProductionRecord(state);
  }

  /**
   * The counter-movement that cancels this record's units.
   * @throws RecordIsVoid if this record is itself a counter-movement
   */
  void(
    reason: string | null,
    made: { readonly recordId: string; readonly by: string; readonly at: Date },
  ): ProductionRecord {
    this.assertAddition();
    const { units, shares } = this.state;
    return new ProductionRecord({
      ...this.state,
      recordId: made.recordId as RecordId,
      units: negated(units),
      shares: shares?.map((share) => ({ ...share, badge: null, units: negated(share.units) })) ?? null,
      kind: 'void',
      clientEventId: null,
      idempotencyKey: null,
      voidsRecordId: this.state.recordId,
      voidedAt: null,
      recordedAt: made.at,
      createdAt: made.at,
      createdBy: made.by,
      notes: reason,
      badge: null,
      capture: null,
      ...NOT_FILLED,
    });
  }

  /** @throws RecordIsVoid */
  assertAddition(): void {
    if (this.state.kind === 'void') throw new RecordIsVoid();
  }

  /**
   * Whether `draft` is this record sent again. Numbers and instants are compared by value. A key or instant that the
   * repeat omits matches any stored one, because a phone may not know what its first attempt was given. Badges are compared
   * by their codes, because another worker may have the badge by now.
   * @param draft with the workers, where the badges had one at its instant
   */
  isRepeatedBy(draft: RecordDraft): boolean {
    const kept = this.state;
    return (
      draft.sessionId === kept.sessionId &&
      (draft.badge && kept.badge !== null ? draft.badge === kept.badge : draft.workerId === kept.workerId) &&
      isSameShares(draft.shares ?? null, kept.shares) &&
      draft.qualityId === kept.qualityId &&
      draft.clientEventId === kept.clientEventId &&
      draft.notes === kept.notes &&
      (draft.units === null || new Decimal(draft.units).eq(kept.units)) &&
      isSameFilling(draft.filling ?? null, kept) &&
      (!draft.capture || isSameCapture(draft.capture, kept.capture)) &&
      (draft.idempotencyKey === null || draft.idempotencyKey === kept.idempotencyKey) &&
      (draft.recordedAt === null || draft.recordedAt.getTime() === kept.recordedAt.getTime())
    );
  }
}

/** What counts for one worker of a record: all of it, or a share. */
export interface WorkerPart {
  readonly workerId: string;
  readonly workerName: string;
  readonly units: string;
}

/** The parts of a record: one, unless it is shared. */
export function partsOf({ workerId, workerName, units, shares }: RecordState): readonly WorkerPart[] {
  return shares ?? (workerId === null ? [] : [{ workerId, workerName: workerName ?? '', units }]);
}

const negated = (units: string) => new Decimal(units).neg().toFixed();

function isSameCapture(sent: Capture, kept: Capture | null): boolean {
  return sent.method === kept?.method && sent.badge === kept.badge;
}

/** Compared as it was sent, because the container may have another tare by now. */
function isSameFilling(sent: Filling | null, { container, count, gross }: RecordState): boolean {
  if (sent === null || container === null) return sent === null && container === null;
  const isSameGross =
    sent.gross === null ? gross === null : gross !== null && new Decimal(gross).eq(sent.gross);
  return sent.container === container && countOf(sent) === count && isSameGross;
}

const NOT_FILLED = { container: null, count: null, gross: null, tare: null };

function checkUnits(units: string): void {
  const value = new Decimal(units);
  if (value.lte(0) || value.gt(MAX_UNITS) || !value.round(UNIT_DECIMALS).eq(value))
    throw ValidationFailed.of(
      'units',
      `must be above 0, at most ${MAX_UNITS} and have at most ${UNIT_DECIMALS} decimals`,
    );
}
