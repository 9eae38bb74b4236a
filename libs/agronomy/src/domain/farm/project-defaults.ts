import { Decimal, type FieldProblem } from '@furrow/kernel';

const MAX_UNIT = 50;
const MAX_PRICE = 1_000_000_000;
const PRICE_DECIMALS = 6;

/** What happens to a session in a sector that is not clear yet: a warning, a refusal, or nothing. */
export const HARVEST_GUARDS = ['warn', 'block', 'off'] as const;
export type HarvestGuard = (typeof HARVEST_GUARDS)[number];

/** The values that a session of the project takes from it unless its owner gives others. */
export interface ProjectDefaults {
  /** The unit that is counted, such as `kg` or `box`. */
  readonly samplingUnit: string | null;
  /** Money per unit, exact decimal text. */
  readonly pricePerUnit: string | null;
  readonly maxDurationHours: number;
  /** How long after its end a session still accepts late syncs, in hours. */
  readonly syncGraceHours: number;
  readonly harvestGuard: HarvestGuard;
  /** Two records of a worker within so many seconds may be one that was scanned twice; null: nobody wants to know. */
  readonly repeatSeconds: number | null;
}

export const MAX_REPEAT_SECONDS = 3_600;

export const INITIAL_DEFAULTS: ProjectDefaults = {
  samplingUnit: null,
  pricePerUnit: null,
  maxDurationHours: 12,
  syncGraceHours: 48,
  harvestGuard: 'warn',
  repeatSeconds: null,
};

/** Defaults as the farm file declares them: omitted members stay as they are, null clears what may be empty. */
export interface DefaultsChanges {
  readonly samplingUnit?: string | null | undefined;
  readonly pricePerUnit?: number | null | undefined;
  readonly maxDurationHours?: number | null | undefined;
  readonly syncGraceHours?: number | null | undefined;
  readonly harvestGuard?: HarvestGuard | null | undefined;
  readonly repeatSeconds?: number | null | undefined;
}

export function changedDefaults(old: ProjectDefaults, changes: DefaultsChanges): ProjectDefaults {
  const { samplingUnit, pricePerUnit, maxDurationHours, syncGraceHours, harvestGuard, repeatSeconds } =
    changes;
  return {
    samplingUnit: samplingUnit === undefined ? old.samplingUnit : samplingUnit,
    pricePerUnit: pricePerUnit === undefined ? old.pricePerUnit : exactText(pricePerUnit),
    maxDurationHours: maxDurationHours ?? old.maxDurationHours,
    syncGraceHours: syncGraceHours ?? old.syncGraceHours,
    harvestGuard: harvestGuard ?? old.harvestGuard,
    repeatSeconds: repeatSeconds === undefined ? old.repeatSeconds : repeatSeconds,
  };
}

export function* defaultsProblems(defaults: ProjectDefaults): Generator<FieldProblem> {
  const { samplingUnit, pricePerUnit, maxDurationHours, syncGraceHours, harvestGuard, repeatSeconds } =
    defaults;
  if (samplingUnit !== null && (samplingUnit.trim() === '' || samplingUnit.length > MAX_UNIT))
    yield { field: 'defaults.samplingUnit', message: `must have 1 to ${MAX_UNIT} characters` };
  if (pricePerUnit !== null && !isPrice(pricePerUnit))
    yield {
      field: 'defaults.pricePerUnit',
      message: `must be from 0 to ${MAX_PRICE} with at most ${PRICE_DECIMALS} decimals`,
    };
  if (!isWholeBetween(maxDurationHours, 1, 24))
    yield { field: 'defaults.maxDurationHours', message: 'must be a whole number from 1 to 24' };
  if (!isWholeBetween(syncGraceHours, 0, 168))
    yield { field: 'defaults.syncGraceHours', message: 'must be a whole number from 0 to 168' };
  if (!HARVEST_GUARDS.includes(harvestGuard))
    yield { field: 'defaults.harvestGuard', message: `must be one of ${HARVEST_GUARDS.join(', ')}` };
  if (repeatSeconds !== null && !isWholeBetween(repeatSeconds, 0, MAX_REPEAT_SECONDS))
    yield {
      field: 'defaults.repeatSeconds',
      message: `must be a whole number from 0 to ${MAX_REPEAT_SECONDS}, or null`,
    };
}

export function sameDefaults(a: ProjectDefaults, b: ProjectDefaults): boolean {
  return (
    a.samplingUnit === b.samplingUnit &&
    a.pricePerUnit === b.pricePerUnit &&
    a.maxDurationHours === b.maxDurationHours &&
    a.syncGraceHours === b.syncGraceHours &&
    a.harvestGuard === b.harvestGuard &&
    a.repeatSeconds === b.repeatSeconds
  );
}

/** One way of writing each number, so that equal prices are equal texts. */
function exactText(price: number | null): string | null {
  return price === null ? null : Number.isFinite(price) ? new Decimal(price).toFixed() : String(price);
}

function isPrice(text: string): boolean {
  if (!/^\d+(\.\d+)?$/.test(text)) return false;
  const price = new Decimal(text);
  return price.lte(MAX_PRICE) && price.round(PRICE_DECIMALS).eq(price);
}

function isWholeBetween(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}
