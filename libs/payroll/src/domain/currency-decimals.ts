/** The currencies of ISO 4217 (list one, January 2026) whose amounts do not have two decimals. */
const DECIMALS: Readonly<Record<number, readonly string[]>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
  3: 'BHD IQD JOD KWD LYD OMR TND'.split(' '),
  4: 'CLF UYW'.split(' '),
};
const OTHERS = 2;

/** The most that any currency has. */
export const MAX_DECIMALS = 4;

const known = new Map(
  Object.entries(DECIMALS).flatMap(([decimals, codes]) => codes.map((code) => [code, Number(decimals)])),
);

/** The decimals of amounts in a currency; two before a company has declared one. */
export const decimalsOf = (currency: string | null): number => known.get(currency ?? '') ?? OTHERS;
