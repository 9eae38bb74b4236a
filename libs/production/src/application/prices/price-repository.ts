import type { PriceState } from '../../domain/index.ts';

/** The prices of a company, within one transaction. */
export abstract class PriceRepository {
  abstract inUse(): Promise<PriceState[]>;
  /** Also those out of use. No other transaction changes them until this one ends. */
  abstract all(): Promise<PriceState[]>;
  abstract save(prices: readonly PriceState[]): Promise<void>;
}
