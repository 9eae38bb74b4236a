/** Of currencies of ISO 4217 (list one) whose amounts do not have two decimals. */
const DECIMALS = new Map(
  (
    [
      [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
      [3, 'BHD IQD JOD KWD LYD OMR TND'],
      [4, 'CLF UYW'],
    ] as const
  ).flatMap(([decimals, codes]) => codes.split(' ').map((code) => [code, decimals] as const)),
);

/** The most that any currency has. */
export const MAX_CURRENCY_DECIMALS = 4;

/** The decimals of amounts in a currency; two before a company has declared one. */
export const currencyDecimals = (currency: string | null): number => DECIMALS.get(currency ?? '') ?? 2;
