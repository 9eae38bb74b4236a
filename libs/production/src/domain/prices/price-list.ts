import { type LocalDate, textOrder } from '@furrow/kernel';
import { PRICE_MEMBERS, type PriceState } from './price.ts';

/** What decides about the prices of a session. */
export interface PricedSession {
  readonly projectId: string;
  readonly crop: string | null;
  readonly variety: string | null;
  readonly localDate: LocalDate;
  readonly samplingUnit: string | null;
  /** Its own, or the project's default at its opening. */
  readonly pricePerUnit: string | null;
  /** False: it keeps its own price. */
  readonly followsPrices: boolean;
}

/** What decides about the price of a record within its session. */
export interface PricedRecord {
  readonly qualityId: string | null;
  readonly container: string | null;
}

/** The prices of a company that are in use. */
export class PriceList {
  static readonly EMPTY = new PriceList([]);
  readonly #bySpecificity: readonly PriceState[];

  constructor(prices: readonly PriceState[]) {
    this.#bySpecificity = prices.filter(({ active }) => active).toSorted(moreSpecificFirst);
  }

  get isEmpty(): boolean {
    return this.#bySpecificity.length === 0;
  }

  /** The prices that a session's records may have; undefined if all of them have the session's own. */
  of(session: PricedSession): SessionPrices | undefined {
    if (!session.followsPrices || session.samplingUnit === null) return undefined;
    const { projectId, crop, variety, localDate, samplingUnit } = session;
    const own = this.#bySpecificity.filter(
      (price) =>
        price.validFrom <= localDate &&
        price.unit === samplingUnit &&
        isOf(price.projectId, projectId) &&
        isOf(price.crop, crop) &&
        isOf(price.variety, variety),
    );
    return own.length === 0 ? undefined : new SessionPrices(own, session.pricePerUnit);
  }
}

/** The prices of one session, the most specific first. */
export class SessionPrices {
  constructor(
    private readonly prices: readonly PriceState[],
    /** Of records that none of them names. */
    private readonly otherwise: string | null,
  ) {}

  /** Exact decimal text; null: the record has no price. */
  priceOf({ qualityId, container }: PricedRecord): string | null {
    const found = this.prices.find(
      (price) => isOf(price.qualityId, qualityId) && isOf(price.container, container),
    );
    return found?.price ?? this.otherwise;
  }
}

const isOf = (named: string | null, value: string | null): boolean => named === null || named === value;

/** By how many members it names, then by which, then by the day from which it is valid. */
function moreSpecificFirst(a: PriceState, b: PriceState): number {
  const names = (price: PriceState) => PRICE_MEMBERS.filter((member) => price[member] !== null);
  const [ofA, ofB] = [names(a), names(b)];
  if (ofA.length !== ofB.length) return ofB.length - ofA.length;
  const differs = PRICE_MEMBERS.find((member) => ofA.includes(member) !== ofB.includes(member));
  if (differs !== undefined) return ofA.includes(differs) ? -1 : 1;
  return textOrder(b.validFrom, a.validFrom);
}
