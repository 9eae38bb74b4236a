/** Arbitrary; change it to make the suite generate other examples. */
export const DEFAULT_SEED = 20_240_229;

/**
 * The seed of every property and every random byte in tests. It is fixed by default, so that CI results do not depend
 * on chance; `FURROW_TEST_SEED` overrides it to find or reproduce other failures.
 *
 * @param {string | undefined} asked a whole number, or `random`
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
