import type { Session } from '../../api/types.ts';

/** What the pieces of a session are worth without its bonus; 0 without a price. */
export function piecesWorth({ pricedBy, pricePerUnit, bonus, totals }: Session): number {
  const { validUnits, amount } = totals;
  if (pricedBy === 'session') return (pricePerUnit ?? 0) * validUnits;
  if (amount === null || bonus === null) return amount ?? 0;
  if (bonus.type === 'percent') return amount / (1 + bonus.value / 100);
  return amount - (bonus.type === 'fixed' ? bonus.value : bonus.value * validUnits);
}
