import { PriceList } from '@furrow/production/domain';
import type { LocalDate } from '@furrow/kernel';
import fc from 'fast-check';

// Any prices, and what decides which of them holds for a record.

export interface AnyPrice {
  readonly validFrom: LocalDate;
  readonly unit: string;
  readonly price: string;
  readonly project: string | null;
  readonly crop: string | null;
  readonly variety: string | null;
  readonly quality: string | null;
  readonly container: string | null;
}

/** A record with what its session adds. */
export interface PricedPick {
  readonly followsPrices: boolean;
  readonly day: LocalDate;
  readonly unit: string | null;
  readonly project: string;
  readonly crop: string | null;
  readonly variety: string | null;
  readonly quality: string | null;
  readonly container: string | null;
  /** The price of the session. */
  readonly otherwise: string | null;
}

const CROPS = ['cherry', 'plum'];
const VARIETIES = ['lapins', 'bing'];
export const QUALITIES = ['export', 'local'];
export const CONTAINERS = ['crate', 'tray'];

const anyOf = (values: readonly string[]) => fc.option(fc.constantFrom(...values), { freq: 2 });

/** Of a session: whether it was opened without a price, and of what sector. */
export const sessionKind = { followsPrices: fc.boolean(), crop: anyOf(CROPS), variety: anyOf(VARIETIES) };
/** Of a record. */
export const recordKind = { quality: anyOf(QUALITIES), container: anyOf(CONTAINERS) };

/** No two of them overlap equally. */
export const pricesFrom = (
  validFrom: fc.Arbitrary<LocalDate>,
  price: fc.Arbitrary<string>,
  projects: readonly string[],
): fc.Arbitrary<AnyPrice[]> =>
  fc.uniqueArray(
    fc.record({
      ...{ validFrom, price, unit: fc.constantFrom('bin', 'box'), project: anyOf(projects) },
      ...{ crop: anyOf(CROPS), variety: anyOf(VARIETIES) },
      ...{ quality: anyOf(QUALITIES), container: anyOf(CONTAINERS) },
    }),
    { maxLength: 8, selector: ({ price: _, ...key }) => JSON.stringify(key) },
  );

/** The price of a record as production finds it. */
export function priceOf(prices: readonly AnyPrice[]): (pick: PricedPick) => string | null | undefined {
  const list = new PriceList(
    prices.map(({ project: projectId, quality: qualityId, ...price }) => ({
      ...{ ...price, projectId, qualityId, active: true },
    })),
  );
  return ({ project: projectId, day: localDate, unit: samplingUnit, otherwise: pricePerUnit, ...pick }) =>
    list
      .of({ ...pick, projectId, localDate, samplingUnit, pricePerUnit })
      ?.priceOf({ qualityId: pick.quality, container: pick.container });
}
