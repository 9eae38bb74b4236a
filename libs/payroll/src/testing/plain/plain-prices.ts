import type { AnyPrice, PricedPick } from '../any-prices.ts';

// How the plain implementation of docs/pay.md finds the price of a record.

const MEMBERS = ['project', 'crop', 'variety', 'container', 'quality'] as const;

/**
 * Every price that fits gets a number whose digits are how many members it names, then which, the most important first;
 * the highest holds, and of equal ones the latest.
 * @returns null: none; undefined: the session keeps its own
 */
export function plainPriceOf(prices: readonly AnyPrice[], pick: PricedPick): string | null | undefined {
  if (!pick.followsPrices) return undefined;
  const weightOf = (price: AnyPrice) => {
    const named = MEMBERS.flatMap((member, index) => (price[member] === null ? [] : [2 ** index]));
    return named.length * 100 + named.reduce((sum, each) => sum + each, 0);
  };
  const fits = prices.filter(
    (price) =>
      price.validFrom <= pick.day &&
      price.unit === pick.unit &&
      MEMBERS.every((member) => price[member] === null || price[member] === pick[member]),
  );
  const best = Math.max(...fits.map(weightOf));
  const [last] = fits
    .filter((price) => weightOf(price) === best)
    .toSorted((a, b) => (a.validFrom > b.validFrom ? -1 : 1));
  return last === undefined ? pick.otherwise : last.price;
}
