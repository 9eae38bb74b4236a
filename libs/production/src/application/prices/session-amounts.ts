import { currencyDecimals } from '@furrow/kernel';
import {
  amountByPrices,
  amountOf,
  type MovementSums,
  PriceList,
  type ProductionSession,
} from '../../domain/index.ts';
import type { ProductionRepositories } from '../ports.ts';

type Repositories = Pick<ProductionRepositories, 'company' | 'prices' | 'sessions'>;

/** The decimals of amounts in the company's currency. */
export const decimalsIn = async ({ company }: Pick<ProductionRepositories, 'company'>): Promise<number> =>
  currencyDecimals(await company.currency());

type AmountOf = (summed: {
  readonly session: ProductionSession;
  readonly sums: Pick<MovementSums, 'validUnits'>;
}) => string | null;

/**
 * What these sessions are worth as of now, as exact decimal text; null without a price. Units by kind are read of those
 * sessions alone whose records may have different prices.
 */
export async function amountsOf(
  repositories: Repositories,
  sessions: readonly ProductionSession[],
): Promise<AmountOf> {
  const [decimals, list] = await Promise.all([decimalsIn(repositories), pricesFor(repositories, sessions)]);
  const priced = sessions.flatMap(({ id, state }) => {
    const prices = list.of(state);
    return prices === undefined ? [] : [[id, prices] as const];
  });
  const pricesOf = new Map(priced);
  const picked =
    priced.length === 0 ? undefined : await repositories.sessions.unitsByKind([...pricesOf.keys()]);
  return ({ session: { id, state }, sums }) => {
    const prices = pricesOf.get(id);
    return prices === undefined
      ? amountOf(sums.validUnits, state.pricePerUnit, state.bonus, decimals)
      : amountByPrices(picked?.get(id) ?? [], prices, state, decimals);
  };
}

async function pricesFor(
  { prices }: Repositories,
  sessions: readonly ProductionSession[],
): Promise<PriceList> {
  const isAny = sessions.some(({ state }) => state.followsPrices);
  return isAny ? new PriceList(await prices.inUse()) : PriceList.EMPTY;
}
