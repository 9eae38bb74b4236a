import type { FarmPrice } from '../../../farm/farm-file.ts';

/** What a price may name, as the form holds it; empty: all. */
export const NAMED = ['project', 'crop', 'variety', 'quality', 'container'] as const;
type Named = (typeof NAMED)[number];

/** A price as the form holds it: the amount is a text while it is typed. */
export type PriceDraft = Readonly<Record<Named | 'validFrom' | 'unit' | 'price', string>>;

export function draftOf(price: FarmPrice | undefined, today: string): PriceDraft {
  const named = Object.fromEntries(NAMED.map((member) => [member, price?.[member] ?? '']));
  return {
    ...(named as Record<Named, string>),
    ...{ validFrom: price?.validFrom ?? today, unit: price?.unit ?? '' },
    price: price === undefined ? '' : String(price.price),
  };
}

export function priceOf({ validFrom, unit, price, ...named }: PriceDraft): object {
  const stated = NAMED.flatMap((member) => {
    const value = named[member].trim();
    return value === '' ? [] : [[member, value] as const];
  });
  return { validFrom, unit: unit.trim(), price: Number(price), ...Object.fromEntries(stated) };
}

/** A price is another one if anything but its amount differs. */
export const priceId = (price: FarmPrice): string =>
  JSON.stringify([price.validFrom, price.unit, ...NAMED.map((member) => price[member])]);
