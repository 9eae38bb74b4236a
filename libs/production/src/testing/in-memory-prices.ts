import type { PriceRepository } from '../application/prices/price-repository.ts';
import { priceKey, type PriceState } from '../domain/index.ts';

/** A company's prices by key. */
export class InMemoryPrices implements PriceRepository {
  constructor(private readonly byKey: Map<string, PriceState> = new Map()) {}

  async inUse(): Promise<PriceState[]> {
    return [...this.byKey.values()].filter(({ active }) => active);
  }

  async all(): Promise<PriceState[]> {
    return [...this.byKey.values()];
  }

  async save(prices: readonly PriceState[]): Promise<void> {
    for (const price of prices) this.byKey.set(priceKey(price), price);
  }
}
