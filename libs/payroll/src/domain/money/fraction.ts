const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
/** A fraction is reduced when its denominator exceeds this: that of hours in milliseconds times cents does not. */
const MAX_UNREDUCED = 1_000_000_000n;
const POWERS_OF_TEN = Array.from({ length: 20 }, (_, power) => 10n ** BigInt(power));
const powerOfTen = (power: number): bigint => POWERS_OF_TEN[power] ?? 10n ** BigInt(power);

/** Few texts occur again and again: prices, rates, limits and the units of a day. */
const known = new Map<string, Fraction>();
const MOST_KNOWN = 5_000;

/** An exact fraction. Money and hours are computed as fractions and rounded once, in the answer. Immutable. */
export class Fraction {
  static readonly ZERO = new Fraction(0n, 1n);

  private constructor(
    private readonly numerator: bigint,
    /** Above 0. */
    private readonly denominator: bigint,
  ) {}

  /** @param over not 0 */
  static ratio(value: bigint, over: bigint): Fraction {
    if (over === 0n) throw new RangeError('Division by zero');
    if (over > 0n && over <= MAX_UNREDUCED) return new Fraction(value, over);
    const sign = over < 0n ? -1n : 1n;
    const divisor = commonDivisor(value, over) * sign;
    return new Fraction(value / divisor, over / divisor);
  }

  /** Of decimal text such as `-12.50`, as PostgreSQL writes it, or of a whole number. */
  static of(value: string | number): Fraction {
    const text = String(value);
    const found = known.get(text);
    if (found !== undefined) return found;
    const fraction = Fraction.#parsed(text);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(text, fraction);
    return fraction;
  }

  static #parsed(value: string): Fraction {
    const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value) ?? [];
    if (whole === '') throw new RangeError(`"${value}" is not a plain decimal number`);
    return Fraction.ratio(BigInt(`${sign}${whole}${decimals}`), powerOfTen(decimals.length));
  }

  /** Of whole units of `10 ** -decimals`, such as cents. */
  static units(value: bigint, decimals: number): Fraction {
    return Fraction.ratio(value, powerOfTen(decimals));
  }

  static sum(values: readonly Fraction[]): Fraction {
    const [first] = values;
    if (first !== undefined && values.length === 1) return first;
    // Reduced once at the end: most terms have the same denominator, or powers of ten.
    let [numerator, denominator] = [0n, 1n];
    for (const { numerator: value, denominator: over } of values)
      if (over === denominator) numerator += value;
      else if (denominator % over === 0n) numerator += value * (denominator / over);
      else if (over % denominator === 0n)
        [numerator, denominator] = [numerator * (over / denominator) + value, over];
      else [numerator, denominator] = [numerator * over + value * denominator, denominator * over];
    return Fraction.ratio(numerator, denominator);
  }

  static max(...values: readonly Fraction[]): Fraction {
    return values.reduce((most, value) => (value.compare(most) > 0 ? value : most));
  }

  plus(other: Fraction): Fraction {
    if (other.isZero) return this;
    const value = this.numerator * other.denominator + other.numerator * this.denominator;
    return Fraction.ratio(value, this.denominator * other.denominator);
  }

  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.numerator, other.denominator));
  }

  times(other: Fraction): Fraction {
    if (this.isZero) return this;
    return Fraction.ratio(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  /** @param other not 0 */
  over(other: Fraction): Fraction {
    return Fraction.ratio(this.numerator * other.denominator, this.denominator * other.numerator);
  }

  /** Below, at or above 0 as this is below, equal to or above `other`. */
  compare(other: Fraction): number {
    const difference = this.numerator * other.denominator - other.numerator * this.denominator;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  get isZero(): boolean {
    return this.numerator === 0n;
  }

  /** In units of `10 ** -decimals`: the greatest whole number that is not above it. */
  floor(decimals: number): bigint {
    const scaled = this.numerator * powerOfTen(decimals);
    const quotient = scaled / this.denominator;
    return scaled < 0n && scaled % this.denominator !== 0n ? quotient - 1n : quotient;
  }

  /** In units of `10 ** -decimals`; halves are rounded away from 0. */
  rounded(decimals: number): bigint {
    const scaled = this.numerator * powerOfTen(decimals);
    const size = scaled < 0n ? -scaled : scaled;
    const whole = (2n * size + this.denominator) / (2n * this.denominator);
    return scaled < 0n ? -whole : whole;
  }

  /** Rounded likewise, as decimal text without trailing zeros. */
  toText(decimals: number): string {
    const scaled = this.rounded(decimals);
    const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, '0');
    const cut = digits.length - decimals;
    let end = digits.length;
    while (end > cut && digits[end - 1] === '0') end--;
    const fraction = end > cut ? `.${digits.slice(cut, end)}` : '';
    return `${scaled < 0n ? '-' : ''}${digits.slice(0, cut)}${fraction}`;
  }

  /** The nearest number: the quotient of two exact numbers is rounded once, as the same text would be. */
  toNumber(decimals: number): number {
    const scaled = Number(this.rounded(decimals));
    return Number.isSafeInteger(scaled) ? scaled / 10 ** decimals : Number(this.toText(decimals));
  }
}

function commonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) {
    // Most values are small, and numbers take a fraction of the time of bigints.
    if (x <= MAX_SAFE && y <= MAX_SAFE) return BigInt(safeDivisor(Number(x), Number(y)));
    [x, y] = [y, x % y];
  }
  return x === 0n ? 1n : x;
}

function safeDivisor(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}
