import { inForceOn, type LocalDate, textOrder } from '@furrow/kernel';
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

/** What a price may name of a session, and of a record in it. */
const OF_SESSION = ['projectId', 'crop', 'variety'] as const;
const OF_RECORD = ['qualityId', 'container'] as const;

/** The prices of a company that are in use. Made in one pass, so that each session and record is a matter of few look-ups. */
export class PriceList {
  static readonly EMPTY = new PriceList([]);
  /** Of each unit those that name the same members together, the most specific first. */
  readonly #byUnit: ReadonlyMap<string, readonly NamedAlike[]>;

  constructor(prices: readonly PriceState[]) {
    const byUnit = Map.groupBy(
      prices.filter(({ active }) => active),
      ({ unit }) => unit,
    );
    this.#byUnit = new Map([...byUnit].map(([unit, ofUnit]) => [unit, mostSpecificFirst(ofUnit)]));
  }

  get isEmpty(): boolean {
    return this.#byUnit.size === 0;
  }

  /** The prices that a session's records may have; undefined if all of them have the session's own. */
  of(session: PricedSession): SessionPrices | undefined {
    if (!session.followsPrices || session.samplingUnit === null) return undefined;
    const own = (this.#byUnit.get(session.samplingUnit) ?? []).flatMap((alike) => alike.of(session) ?? []);
    return own.length === 0 ? undefined : new SessionPrices(own, session);
  }
}

/** The prices of one session, the most specific first. */
export class SessionPrices {
  readonly #day: LocalDate;
  /** Of records that no price names. */
  readonly #otherwise: string | null;

  constructor(
    private readonly prices: readonly RecordPrices[],
    { localDate, pricePerUnit }: Pick<PricedSession, 'localDate' | 'pricePerUnit'>,
  ) {
    this.#day = localDate;
    this.#otherwise = pricePerUnit;
  }

  /** Exact decimal text; null: the record has no price. */
  priceOf(record: PricedRecord): string | null {
    for (const { named, byRecord } of this.prices) {
      const found = inForceOn(byRecord.get(keyOf(record, named)) ?? [], this.#day);
      if (found) return found.price;
    }
    return this.#otherwise;
  }
}

/** Prices of one unit that name the same members. */
class NamedAlike {
  readonly #named: readonly (typeof OF_SESSION)[number][];
  readonly #bySession: ReadonlyMap<string, RecordPrices>;

  constructor(prices: readonly [PriceState, ...PriceState[]]) {
    const [any] = prices;
    this.#named = OF_SESSION.filter((member) => any[member] !== null);
    const named = OF_RECORD.filter((member) => any[member] !== null);
    const bySession = Map.groupBy(prices, (price) => keyOf(price, this.#named));
    this.#bySession = new Map([...bySession].map(([key, own]) => [key, new RecordPrices(own, named)]));
  }

  of(session: PricedSession): RecordPrices | undefined {
    const found = this.#bySession.get(keyOf(session, this.#named));
    return found && found.since <= session.localDate ? found : undefined;
  }
}

/** Those of them that name the same of a session. */
class RecordPrices {
  /** Of each record they name, the earliest first. */
  readonly byRecord: ReadonlyMap<string, readonly PriceState[]>;
  /** The first day on which one of them is valid. */
  readonly since: LocalDate;

  constructor(
    prices: readonly PriceState[],
    /** What they name of a record. */
    readonly named: readonly (typeof OF_RECORD)[number][],
  ) {
    const earliestFirst = prices.toSorted((a, b) => textOrder(a.validFrom, b.validFrom));
    this.byRecord = Map.groupBy(earliestFirst, (price) => keyOf(price, named));
    this.since = (earliestFirst[0] as PriceState).validFrom;
  }
}

/** A member that is null is named by no price. No stored text contains a NUL. */
const keyOf = <Member extends string>(
  of: Readonly<Record<Member, string | null>>,
  named: readonly Member[],
): string => named.map((member) => of[member] ?? '').join('\0');

function mostSpecificFirst(prices: readonly PriceState[]): NamedAlike[] {
  return [...Map.groupBy(prices, specificity)]
    .toSorted(([a], [b]) => textOrder(b, a))
    .map(([, alike]) => new NamedAlike(alike as [PriceState, ...PriceState[]]));
}

/** How many members a price names, then which of them; the greater text is the more specific. */
function specificity(price: PriceState): string {
  const named = PRICE_MEMBERS.map((member) => (price[member] === null ? 0 : 1));
  return `${named.filter(Boolean).length}${named.join('')}`;
}
