import { type Branded, type FieldProblem, newId, textOrder, ValidationFailed } from '@furrow/kernel';
import { RecordedInFuture } from '@furrow/kernel/errors';
import type { FieldValues } from './field-value.ts';
import { isLine } from './wording.ts';

const AHEAD_MS = 5 * 60_000;

/** The position that a phone reports, in degrees (WGS 84). */
export interface GpsPosition {
  readonly latitude: number;
  readonly longitude: number;
  /** Metres; null if the phone does not report it. */
  readonly accuracy: number | null;
}

/** The place that the user chose, which overrides GPS. */
export interface ForcedLocation {
  readonly projectId: string;
  readonly sectorId: string;
}

/** A file as it was sent, identified by its content. */
export interface SentMedia {
  readonly field: string;
  /** SHA-256 of the bytes as sent, hexadecimal. */
  readonly digest: string;
}

/** A file of a record: what was sent, and the key under which its normalized form is stored. */
export interface RecordMedia extends SentMedia {
  readonly key: string;
}

export type FormRecordId = Branded<string, 'FormRecordId'>;
export const newFormRecordId = (): FormRecordId => newId() as FormRecordId;

/** What a phone sends: a filled-in form. */
export interface RecordDraft {
  readonly formId: string;
  /** Null: the current one. */
  readonly formVersion: number | null;
  /** The phone's own name for the record; sending it again answers the first one. */
  readonly clientRecordId: string;
  /** Null: the instant of arrival. */
  readonly recordedAt: Date | null;
  readonly values: Readonly<Record<string, unknown>>;
  readonly gps: GpsPosition | null;
  readonly forced: ForcedLocation | null;
  readonly taskId: string | null;
  readonly media: readonly SentMedia[];
}

export type LocationSource = 'gps' | 'forced' | 'none';

/** The place that a record counts for: `none` has neither project nor sector. */
export interface Place {
  readonly source: LocationSource;
  readonly projectId: string | null;
  readonly sectorId: string | null;
}

export interface RecordState {
  readonly recordId: FormRecordId;
  readonly formId: string;
  readonly formVersion: number;
  readonly clientRecordId: string;
  readonly recordedAt: Date;
  readonly createdAt: Date;
  /** The author. `clientRecordId` is unique per user, so that two phones with equal counters do not collide. */
  readonly createdBy: string;
  readonly values: FieldValues;
  readonly gps: GpsPosition | null;
  readonly place: Place;
  readonly taskId: string | null;
  /** In the order in which they were sent. */
  readonly media: readonly RecordMedia[];
}

/** A filled-in form. It is never changed or deleted. */
export class FormRecord {
  private constructor(readonly state: RecordState) {}

  /** @throws RecordedInFuture */
  static submit(state: Omit<RecordState, 'recordedAt'> & { readonly recordedAt: Date | null }): FormRecord {
    const { createdAt, recordedAt } = state;
    assertNotAhead(recordedAt, createdAt);
    return new FormRecord({ ...state, recordedAt: recordedAt ?? createdAt });
  }

  static restore(state: RecordState): FormRecord {
    return new FormRecord(state);
  }

  /**
   * Whether `draft` is this record sent again. Everything is compared by value, files by their content; a version or an
   * instant that the repeat omits matches any stored one.
   * @param values the draft's, read with the fields of this record's version; undefined if they do not fit it
   */
  isRepeatedBy(draft: RecordDraft, values: FieldValues | undefined): boolean {
    const kept = this.state;
    const forced = kept.place.source === 'forced' ? kept.place : null;
    return (
      values !== undefined &&
      draft.formId === kept.formId &&
      (draft.formVersion ?? kept.formVersion) === kept.formVersion &&
      (draft.recordedAt ?? kept.recordedAt).getTime() === kept.recordedAt.getTime() &&
      draft.taskId === kept.taskId &&
      (draft.forced?.projectId ?? null) === (forced?.projectId ?? null) &&
      (draft.forced?.sectorId ?? null) === (forced?.sectorId ?? null) &&
      textOf([draft.gps, values]) === textOf([kept.gps, kept.values]) &&
      filesOf(draft.media) === filesOf(kept.media)
    );
  }
}

/** @throws RecordedInFuture if a phone's clock is more than 5 minutes ahead */
export function assertNotAhead(recordedAt: Date | null, now: Date): void {
  if (recordedAt !== null && recordedAt.getTime() > now.getTime() + AHEAD_MS) throw new RecordedInFuture(now);
}

/**
 * Checks everything about a draft that does not depend on its form.
 * @throws ValidationFailed
 */
export function checkDraft({ clientRecordId, formVersion, gps }: RecordDraft): void {
  const problems: FieldProblem[] = [];
  const refuse = (field: string, message: string) => problems.push({ field, message });
  if (!isLine(clientRecordId, 100)) refuse('clientRecordId', 'must have 1 to 100 printable characters');
  if (formVersion !== null && !(Number.isInteger(formVersion) && formVersion >= 1))
    refuse('formVersion', 'must be a whole number from 1');
  if (gps !== null) {
    if (!(Math.abs(gps.latitude) <= 90)) refuse('location.latitude', 'must be a number from -90 to 90');
    if (!(Math.abs(gps.longitude) <= 180)) refuse('location.longitude', 'must be a number from -180 to 180');
    if (gps.accuracy !== null && !(gps.accuracy >= 0 && gps.accuracy < Infinity))
      refuse('location.accuracy', 'must be a number of metres, at least 0');
  }
  if (problems.length > 0) throw new ValidationFailed(problems);
}

/** Independent of the order of the files. */
function filesOf(media: readonly SentMedia[]): string {
  return textOf(media.map(({ field, digest }) => `${field} ${digest}`).sort());
}

/** Equal for equal values, in whatever order their members are written. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => textOrder(a, b)))
      : member,
  );
}
