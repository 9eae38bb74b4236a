import { Decimal, type FieldProblem, ValidationFailed } from '@furrow/kernel';
import type { Withdrawable } from '@furrow/kernel/declarations';
import { ContainerUnknown, GrossBelowTare, UnitsMismatch, UnitsOutOfRange } from '../errors.ts';

export const MAX_CONTAINER_COUNT = 10_000;
const MAX_MEASURE = 1_000_000;
const DECIMALS = 6;
const MAX_UNIT = 50;

/** What units are picked into. Measures are exact decimal text, in its unit. */
export interface ContainerState {
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  /** Of a full one; null: it differs. */
  readonly units: string | null;
  /** The weight of an empty one; null: 0. */
  readonly tare: string | null;
  /** The least and most that one holds. */
  readonly min: string | null;
  readonly max: string | null;
  readonly active: boolean;
}

/** A container as the farm file declares it: omitted measures are null. */
export interface ContainerDeclaration extends Withdrawable {
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  readonly units?: number | null | undefined;
  readonly tare?: number | null | undefined;
  readonly min?: number | null | undefined;
  readonly max?: number | null | undefined;
}

/** The containers of a record as a phone sends them. */
export interface Filling {
  readonly container: string;
  /** Null: 1. */
  readonly count: number | null;
  /** The weight of all of them with their content, as exact decimal text; null: they were not weighed. */
  readonly gross: string | null;
}

/** The containers of a record. */
export interface Filled {
  readonly container: string;
  readonly count: number;
  readonly gross: string | null;
  /** Of one container, as it was when the record was made; null where it was not weighed. */
  readonly tare: string | null;
}

export const countOf = ({ count }: Filling): number => count ?? 1;

/** @throws ValidationFailed naming every wrong member */
export function declaredContainer(declared: ContainerDeclaration): ContainerState {
  const problems = [...problemsOf(declared)];
  if (problems.length > 0) throw new ValidationFailed(problems);
  const { key, name, unit, status } = declared;
  const text = (value: number | null | undefined) =>
    value === null || value === undefined ? null : new Decimal(value).toFixed();
  return {
    ...{ key, name: name.trim(), unit: unit.trim(), units: text(declared.units), tare: text(declared.tare) },
    ...{ min: text(declared.min), max: text(declared.max), active: status !== 'inactive' },
  };
}

/**
 * The units of a record in containers: `count` × the units of a full one, or `gross` without the tare.
 * @param container undefined: the company has none of this key
 * @param sent null: they follow from the containers
 * @param unit of the session; null: any
 * @throws ContainerUnknown | UnitsMismatch | UnitsOutOfRange | GrossBelowTare | ValidationFailed
 */
export function unitsIn(
  container: ContainerState | undefined,
  filling: Filling,
  { sent, unit }: { readonly sent: string | null; readonly unit: string | null },
): { readonly units: string; readonly filled: Filled } {
  if (!container?.active) throw new ContainerUnknown(filling.container);
  if (unit !== null && unit !== container.unit) throw UnitsMismatch.ofUnit(container.unit, unit);
  const count = countOf(filling);
  const units = derivedUnits(container, filling);
  if (units === null && sent === null)
    throw ValidationFailed.of(
      'units',
      'is required, because units of this container differ; or gross in its place',
    );
  if (units !== null && sent !== null && !units.eq(sent)) throw UnitsMismatch.ofUnits(units.toFixed());
  const kept = units ?? new Decimal(sent ?? 0);
  const { min, max } = container;
  const isBelow = min !== null && kept.lt(new Decimal(min).times(count));
  if (isBelow || (max !== null && kept.gt(new Decimal(max).times(count))))
    throw new UnitsOutOfRange(min === null ? null : Number(min), max === null ? null : Number(max));
  const { gross } = filling;
  const tare = gross === null ? null : (container.tare ?? '0');
  return { units: kept.toFixed(), filled: { container: container.key, count, gross, tare } };
}

function derivedUnits({ units, tare }: ContainerState, filling: Filling): Decimal | null {
  const count = countOf(filling);
  if (filling.gross === null) return units === null ? null : new Decimal(units).times(count);
  const net = new Decimal(filling.gross).minus(new Decimal(tare ?? 0).times(count));
  if (net.lte(0)) throw new GrossBelowTare(Number(tare ?? 0));
  return net;
}

function* problemsOf(declared: ContainerDeclaration): Generator<FieldProblem> {
  const { unit, units, tare, min, max } = declared;
  if (unit.trim() === '' || unit.trim().length > MAX_UNIT)
    yield { field: 'unit', message: `must have 1 to ${MAX_UNIT} characters` };
  for (const [field, value, least] of [
    ['units', units, 'above 0'],
    ['tare', tare, 'at least 0'],
    ['min', min, 'at least 0'],
    ['max', max, 'above 0'],
  ] as const) {
    if (value === null || value === undefined) continue;
    const fits =
      Number.isFinite(value) && value <= MAX_MEASURE && (least === 'above 0' ? value > 0 : value >= 0);
    if (!fits || !new Decimal(value).round(DECIMALS).eq(value))
      yield {
        field,
        message: `must be ${least}, at most ${MAX_MEASURE} and have at most ${DECIMALS} decimals`,
      };
  }
  const [least, most] = [min ?? 0, max ?? MAX_MEASURE];
  if (least > most) yield { field: 'max', message: 'must not be below min' };
  else if (typeof units === 'number' && (units < least || units > most))
    yield { field: 'units', message: 'must be from min to max' };
}
