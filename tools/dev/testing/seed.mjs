/** As good as any; it changes when somebody wants the suite to look at other examples. */
export const DEFAULT_SEED = 20_240_229;

/**
 * What every property and every random byte of the tests comes from. The same in each run, so that CI judges a change and
 * not its luck; what `FURROW_TEST_SEED` says instead finds, or finds again, what no run has met.
 *
 * @param {string | undefined} asked a whole number, or `random` for one that nobody knows yet
 * @returns {number} a whole number of 32 bits
 */
export function seedOf(asked) {
  if (!asked) return DEFAULT_SEED;
  if (asked === 'random') return randomSeed();
  const seed = Number(asked);
  if (!/^-?\d+$/.test(asked) || seed !== (seed | 0))
    throw new Error(`FURROW_TEST_SEED must be "random" or a whole number of 32 bits, not "${asked}".`);
  return seed;
}

export function randomSeed() {
  return Math.floor(Math.random() * 2 ** 31);
}
