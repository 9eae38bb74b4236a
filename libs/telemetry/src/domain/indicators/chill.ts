/** The offset to kelvin with which the model's constants were fitted: °C + 273. */
const KELVIN = 273;

/**
 * Constants of the Dynamic Model: activation energies over the gas constant in K (`e0` forms the intermediate, `e1`
 * destroys it), rates per hour (`a0`, `a1`), slope and temperature (K) of the step that fixes a portion.
 *
 * Source: Fishman, Erez and Couvillon, J. Theor. Biol. 124 (1987) 473–483 and 126 (1987) 309–321, with the values of
 * the R package chillR.
 */
export const DYNAMIC_MODEL = {
  e0: 4153.5,
  e1: 12888.8,
  a0: 139_500,
  a1: 2.567e18,
  slope: 1.6,
  fixedAt: 277,
} as const;

/**
 * Chill portions, hour by hour. Cold forms an intermediate that warmth destroys; once there is enough of it for a
 * portion, a share that depends on the temperature is fixed irreversibly.
 *
 * With T in K, x_s = (a0/a1)·exp((e1 − e0)/T) and k = a1·exp(−e1/T), an hour takes x to x_s − (x_s − x)·exp(−k); where
 * that is 1 or more, ξ = s/(1 + s) of it, s = exp(slope·fixedAt·(T − fixedAt)/T), becomes chill portions.
 *
 * Each hour depends on the hours before it, so a season is computed from its start. Its first hour forms nothing, as in
 * chillR's `Dynamic_Model`.
 */
export class ChillPortions {
  #intermediate: number | undefined;

  /**
   * @param te mean temperature of the next hour, °C
   * @returns the portions that this hour fixes
   */
  after(te: number): number {
    if (this.#intermediate === undefined) {
      this.#intermediate = 0;
      return 0;
    }
    const { e0, e1, a0, a1, slope, fixedAt } = DYNAMIC_MODEL;
    const kelvin = te + KELVIN;
    const steady = (a0 / a1) * Math.exp((e1 - e0) / kelvin);
    const decay = Math.exp(-a1 * Math.exp(-e1 / kelvin));
    const formed = steady - (steady - this.#intermediate) * decay;
    if (formed < 1) {
      this.#intermediate = formed;
      return 0;
    }
    const odds = Math.exp((slope * fixedAt * (kelvin - fixedAt)) / kelvin);
    const portion = Number.isFinite(odds) ? (formed * odds) / (1 + odds) : formed;
    this.#intermediate = formed - portion;
    return portion;
  }
}

/** Upper ends of the ranges of temperature, °C, each included, and the units of an hour in each. */
const UTAH_UNITS: readonly (readonly [upTo: number, units: number])[] = [
  [1.4, 0],
  [2.4, 0.5],
  [9.1, 1],
  [12.4, 0.5],
  [15.9, 0],
  [18, -0.5],
  [Infinity, -1],
];

/**
 * Utah chill units of an hour: warm hours cancel those of cold ones. Misleading where winters are warm.
 *
 * Source: Richardson, Seeley and Walker, HortScience 9 (1974) 331–332.
 * @param te mean temperature of the hour, °C
 */
export function utahUnits(te: number): number {
  return UTAH_UNITS.find(([upTo]) => te <= upTo)?.[1] ?? 0;
}

/**
 * Whether an hour is a chilling hour: above 0 and below 7.2 °C.
 *
 * Source: Bennett, Calif. Agric. 3 (11) (1949) 9 and 12.
 * @param te mean temperature of the hour, °C
 */
export function isChillingHour(te: number): boolean {
  return te > 0 && te < 7.2;
}
