/** A closed line: the last position equals the first. */
type Ring = readonly (readonly [x: number, y: number, ...rest: number[]])[];

/**
 * The numbers of the first positions of two sides of a ring that cross; undefined if none do. Sides that touch do not: a
 * position that occurs twice does no harm.
 *
 * A line sweeps over the sides from west to east (Shamos and Hoey): those that it meets stand in their order from south to
 * north, and only neighbours are compared, whose order the first crossing would change.
 */
export function crossingIn(ring: Ring): readonly [number, number] | undefined {
  const sweep = new Sweep(ring);
  for (const { side, isEnd } of sweep.events()) {
    const pair = isEnd ? sweep.remove(side) : sweep.insert(side);
    if (pair) return [Math.min(...pair) + 1, Math.max(...pair) + 1];
  }
  return undefined;
}

type Pair = readonly [number, number];

interface Event {
  readonly side: number;
  readonly isEnd: boolean;
}

/** Sides by the number of their first position; those without length are left out. */
class Sweep {
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  /** The sides that the line meets, from south to north. */
  readonly #met: Int32Array;
  #count = 0;

  constructor(ring: Ring) {
    this.#x = Float64Array.from(ring, ([x]) => x);
    this.#y = Float64Array.from(ring, ([, y]) => y);
    this.#met = new Int32Array(ring.length);
  }

  /** From west to east, and at one longitude from south to north; a side ends before another begins at the same position. */
  events(): Event[] {
    const events: Event[] = [];
    for (let side = 0; side + 1 < this.#x.length; side++)
      if (this.#compared(side, side + 1) !== 0) events.push({ side, isEnd: false }, { side, isEnd: true });
    const at = ({ side, isEnd }: Event) => (isEnd ? this.#last(side) : this.#first(side));
    return events.sort(
      (a, b) => this.#compared(at(a), at(b)) || Number(b.isEnd) - Number(a.isEnd) || a.side - b.side,
    );
  }

  /** @returns two sides that cross, if it crosses one of its neighbours */
  insert(side: number): Pair | undefined {
    const index = this.#indexOf(side);
    this.#met.copyWithin(index + 1, index, this.#count);
    this.#met[index] = side;
    this.#count++;
    return this.#crossingAt(index - 1) ?? this.#crossingAt(index);
  }

  /** @returns the sides that become neighbours, if they cross */
  remove(side: number): Pair | undefined {
    const index = this.#met.indexOf(side);
    this.#met.copyWithin(index, index + 1, this.#count);
    this.#count--;
    return this.#crossingAt(index - 1);
  }

  /** The number of sides that are south of one that begins. */
  #indexOf(side: number): number {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isSouthOf(this.#met[middle] ?? 0, side)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Whether one that the line meets is south of one that begins there; where both begin, by the side on which they go on. */
  #isSouthOf(met: number, side: number): boolean {
    const begins = this.#turn(met, this.#first(side));
    return (begins || this.#turn(met, this.#last(side)) || met - side) > 0;
  }

  /** A side and the next one to the north, if they cross. */
  #crossingAt(index: number): Pair | undefined {
    if (index < 0 || index + 1 >= this.#count) return undefined;
    const [a, b] = [this.#met[index] ?? 0, this.#met[index + 1] ?? 0];
    return this.#isParted(a, b) && this.#isParted(b, a) ? [a, b] : undefined;
  }

  /** Whether the ends of side `b` lie on different sides of the line through side `a`. */
  #isParted(a: number, b: number): boolean {
    return this.#turn(a, b) * this.#turn(a, b + 1) < 0;
  }

  /** Above 0 if a position lies to the north of the line through a side, or to the west of one that goes north. */
  #turn(side: number, position: number): number {
    const [from, to] = [this.#first(side), this.#last(side)];
    const [x, y] = [this.#x[from] ?? 0, this.#y[from] ?? 0];
    const [alongX, alongY] = [(this.#x[to] ?? 0) - x, (this.#y[to] ?? 0) - y];
    return alongX * ((this.#y[position] ?? 0) - y) - alongY * ((this.#x[position] ?? 0) - x);
  }

  /** The position at which the line meets a side first. */
  #first(side: number): number {
    return this.#compared(side, side + 1) < 0 ? side : side + 1;
  }

  #last(side: number): number {
    return this.#first(side) === side ? side + 1 : side;
  }

  #compared(a: number, b: number): number {
    return (this.#x[a] ?? 0) - (this.#x[b] ?? 0) || (this.#y[a] ?? 0) - (this.#y[b] ?? 0);
  }
}
