import {
  type Branded,
  Decimal,
  type FieldProblem,
  type LocalDate,
  localDateOf,
  newId,
  ValidationFailed,
} from '@furrow/kernel';
import { StartedInFuture } from '@furrow/kernel/errors';
import { type Clearance, clearanceOf } from './harvest-interval.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The accepted difference between two clocks. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;

/** The limits of a treatment's members; the API's document takes them from here. */
export const TREATMENT_LIMITS = {
  sectors: 500,
  substances: 20,
  /** For dose and area. */
  amount: 1_000_000,
  decimals: 6,
  preHarvestDays: 1_000,
  reentryHours: 10_000,
  reentryDecimals: 2,
  bbch: 99,
  /** From start to end. */
  days: 31,
} as const;

/** A code of the European and Mediterranean Plant Protection Organization, such as `PLASVI`. */
export const EPPO_CODE = /^[A-Z0-9]{4,8}$/;

export type TreatmentId = Branded<string, 'TreatmentId'>;
export const newTreatmentId = (): TreatmentId => newId() as TreatmentId;

/** A treatment as a client reports it. Amounts are exact decimal text. */
export interface TreatmentDraft {
  /** The phone's own name for it, unique per user; sending it again answers the first one. */
  readonly clientEventId: string;
  readonly projectId: string;
  readonly sectorIds: readonly string[];
  readonly product: string;
  readonly authorisationNumber: string | null;
  readonly activeSubstances: readonly string[];
  /** EPPO code of the pest or disease. */
  readonly target: string | null;
  /** EPPO code of the crop. */
  readonly cropCode: string | null;
  /** Growth stage of the crop on the BBCH scale. */
  readonly bbch: number | null;
  /** Treated area in hectares. */
  readonly area: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly dose: string;
  readonly doseUnit: string;
  readonly preHarvestDays: number;
  readonly reentryHours: string | null;
  readonly operator: string | null;
  readonly equipment: string | null;
  readonly notes: string | null;
}

/** A sector as it was when it was treated. */
export interface TreatedSector {
  readonly sectorId: string;
  readonly name: string;
  readonly crop: string | null;
  readonly variety: string | null;
}

export interface TreatmentAuthor {
  readonly userId: string;
  readonly idpId: string;
}

export interface TreatmentVoid {
  readonly at: Date;
  readonly by: string;
  readonly reason: string | null;
}

export interface TreatmentState extends Omit<TreatmentDraft, 'sectorIds'>, Clearance {
  readonly treatmentId: TreatmentId;
  readonly sectors: readonly TreatedSector[];
  /** The project's time zone at that time. */
  readonly timezone: string;
  /** The local date of the start. */
  readonly localDate: LocalDate;
  readonly author: TreatmentAuthor;
  readonly createdAt: Date;
  readonly voided: TreatmentVoid | null;
}

/** A plant protection product that was applied to sectors of one project. It is never changed, only voided. */
export class Treatment {
  private constructor(readonly state: TreatmentState) {}

  /** @throws ValidationFailed | StartedInFuture */
  static record(
    stated: TreatmentDraft,
    place: { readonly timezone: string; readonly sectors: readonly TreatedSector[] },
    made: { readonly treatmentId: string; readonly by: TreatmentAuthor; readonly at: Date },
  ): Treatment {
    const { sectorIds: _, ...draft } = stated;
    checkTreatment(stated);
    if (draft.startedAt.getTime() > made.at.getTime() + CLOCK_TOLERANCE_MS)
      throw new StartedInFuture(made.at);
    const { timezone, sectors } = place;
    const reentryHours = draft.reentryHours === null ? null : Number(draft.reentryHours);
    return new Treatment({
      ...draft,
      ...clearanceOf({ ...draft, timezone, reentryHours }),
      treatmentId: made.treatmentId as TreatmentId,
      timezone,
      sectors,
      localDate: localDateOf(draft.startedAt, timezone),
      author: made.by,
      createdAt: made.at,
      voided: null,
    });
  }

  static restore(state: TreatmentState): Treatment {
    return new Treatment(state);
  }

  get id(): string {
    return this.state.treatmentId;
  }

  /** The voided treatment; the same object if it is already void. */
  void(by: TreatmentVoid): Treatment {
    return this.state.voided === null ? new Treatment({ ...this.state, voided: by }) : this;
  }

  /** Whether `draft` is this treatment sent again. Numbers, instants and sets of sectors are compared by value. */
  isRepeatedBy(draft: TreatmentDraft): boolean {
    const { sectors, ...kept } = this.state;
    const known = { ...kept, sectorIds: sectors.map(({ sectorId }) => sectorId) };
    return JSON.stringify(comparable(known)) === JSON.stringify(comparable(draft));
  }
}

/** The members that identify a draft, each in canonical form. */
function comparable(draft: TreatmentDraft): readonly unknown[] {
  return [
    draft.clientEventId,
    draft.projectId.toLowerCase(),
    draft.sectorIds.map((id) => id.toLowerCase()).sort(),
    ...[draft.product, draft.authorisationNumber, draft.activeSubstances, draft.target, draft.cropCode],
    ...[draft.bbch, amount(draft.area), draft.startedAt.getTime(), draft.endedAt?.getTime() ?? null],
    ...[amount(draft.dose), draft.doseUnit, draft.preHarvestDays, amount(draft.reentryHours)],
    ...[draft.operator, draft.equipment, draft.notes],
  ];
}

const amount = (text: string | null) => (text === null ? null : new Decimal(text).toFixed());

/** @throws ValidationFailed naming each member that is out of range or contradicts another */
function checkTreatment(draft: TreatmentDraft): void {
  const problems = [...problemsOf(draft)];
  if (problems.length > 0) throw new ValidationFailed(problems);
}

function* problemsOf(draft: TreatmentDraft): Generator<FieldProblem> {
  const { sectorIds, dose, area, startedAt, endedAt, reentryHours } = draft;
  const ids = sectorIds.map((id) => id.toLowerCase());
  if (new Set(ids).size < ids.length) yield { field: 'sectorIds', message: 'must name each sector once' };
  yield* amountProblems('dose', dose);
  yield* amountProblems('area', area);
  if (reentryHours !== null && !hasDecimals(reentryHours, TREATMENT_LIMITS.reentryDecimals))
    yield {
      field: 'reentryHours',
      message: `must have at most ${TREATMENT_LIMITS.reentryDecimals} decimals`,
    };
  if (endedAt === null) return;
  const length = endedAt.getTime() - startedAt.getTime();
  if (length < 0) yield { field: 'endedAt', message: 'must not lie before startedAt' };
  if (length > TREATMENT_LIMITS.days * DAY_MS)
    yield { field: 'endedAt', message: `must lie at most ${TREATMENT_LIMITS.days} days after startedAt` };
}

function* amountProblems(field: string, text: string | null): Generator<FieldProblem> {
  if (text === null) return;
  const { amount: most, decimals } = TREATMENT_LIMITS;
  if (new Decimal(text).lte(0) || new Decimal(text).gt(most) || !hasDecimals(text, decimals))
    yield { field, message: `must be above 0, at most ${most} and have at most ${decimals} decimals` };
}

function hasDecimals(text: string, most: number): boolean {
  const value = new Decimal(text);
  return value.round(most).eq(value);
}
