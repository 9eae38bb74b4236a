import { Decimal, type FieldProblem, isLocalDate, type LocalDate, ValidationFailed } from '@furrow/kernel';
import type { Withdrawable } from '@furrow/kernel/declarations';

const MAX_PRICE = 1_000_000_000;
const DECIMALS = 6;
const MAX_NAME = 200;
const MAX_UNIT = 50;

/** What a price may name, from the most specific on; of two prices that name as much the first difference decides. */
export const PRICE_MEMBERS = ['qualityId', 'container', 'variety', 'crop', 'projectId'] as const;
export type PriceMember = (typeof PRICE_MEMBERS)[number];

/** The price of a unit from a local day on. A null member matches everything. */
export interface PriceState extends Readonly<Record<PriceMember, string | null>> {
  readonly validFrom: LocalDate;
  readonly unit: string;
  /** Exact decimal text. */
  readonly price: string;
  readonly active: boolean;
}

/** A price of the farm file, with its project's id, and the keys of its quality and container. */
export interface DeclaredPrice extends Omit<PriceDeclaration, 'qualityId'> {
  readonly quality?: string | null | undefined;
}

/** A price as the farm file declares it, with ids in place of keys: omitted members match everything. */
export interface PriceDeclaration
  extends Withdrawable, Readonly<Partial<Record<PriceMember, string | null | undefined>>> {
  readonly validFrom: string;
  readonly unit: string;
  readonly price: number;
}

/** Two prices of one key would overlap equally: no rule could tell which of them holds. */
export const priceKey = (price: Pick<PriceDeclaration, PriceMember | 'validFrom' | 'unit'>): string =>
  [
    ...[price.validFrom, encodeURIComponent(price.unit.trim())],
    ...PRICE_MEMBERS.toReversed().flatMap((member) => {
      const named = price[member]?.trim();
      return named ? [`${member}=${encodeURIComponent(named)}`] : [];
    }),
  ].join('/');

/** @throws ValidationFailed naming every wrong member */
export function declaredPrice(declared: PriceDeclaration): PriceState {
  const problems = [...problemsOf(declared)];
  if (problems.length > 0) throw new ValidationFailed(problems);
  const named = (member: PriceMember) => declared[member]?.trim() || null;
  return {
    ...{ validFrom: declared.validFrom as LocalDate, unit: declared.unit.trim() },
    ...{ qualityId: named('qualityId'), container: named('container'), variety: named('variety') },
    ...{ crop: named('crop'), projectId: named('projectId') },
    ...{ price: new Decimal(declared.price).toFixed(), active: declared.status !== 'inactive' },
  };
}

function* problemsOf({ validFrom, unit, price, crop, variety }: PriceDeclaration): Generator<FieldProblem> {
  if (!isLocalDate(validFrom)) yield { field: 'validFrom', message: 'must be a date written YYYY-MM-DD' };
  if (unit.trim() === '' || unit.trim().length > MAX_UNIT)
    yield { field: 'unit', message: `must have 1 to ${MAX_UNIT} characters` };
  const fits = Number.isFinite(price) && price >= 0 && price <= MAX_PRICE;
  if (!fits || !new Decimal(price).round(DECIMALS).eq(price))
    yield {
      field: 'price',
      message: `must be from 0 to ${MAX_PRICE.toLocaleString('en-US')} and have at most ${DECIMALS} decimals`,
    };
  for (const [field, name] of Object.entries({ crop, variety }))
    if (name && name.trim().length > MAX_NAME)
      yield { field, message: `must have at most ${MAX_NAME} characters` };
}
