import { createHash } from 'node:crypto';
import type { Caller } from './requests.ts';
import { allOf, type Shapes } from './shapes-for.ts';
import type { Shape } from './shapes/shape.ts';

/** Callers of a short run: those with rate limits of their own, and those with the heaviest work. */
const FEW = ['token_issue', 'records_sync', 'forms_submit', 'series_plant', 'harvest_report', 'mqtt_connect'];
const QUICK = { heads: 16, own: 16, packets: 20, payloads: 10 };
/** Floods of a short run: what an attacker tries first. */
const FEW_FLOODS = [
  'PINGREQ one by one, unread',
  'CONNECT of many devices with wills of 64 kB',
  'WebSocket pings, unread',
];
/**
 * Inputs that all operations parse alike are tried completely on one operation per kind of caller, and sampled on the
 * others.
 */
const SAMPLE = { heads: 40, bodies: 10 };
const QUICK_BYTES = 1_000_000;

export interface CostOptions {
  readonly quick: boolean;
  readonly seed: number;
  /** Fragments of names of targets and shapes; anything else is left out. */
  readonly shape?: readonly string[];
}

/** Chooses what is tried, deterministically for a seed. */
export class Selection {
  readonly #kinds = new Set<string>();

  constructor(private readonly options: CostOptions) {}

  /** @returns none where nothing of it is selected */
  of(caller: Caller, shapes: Shapes): readonly Shape[] {
    const { quick, shape } = this.options;
    if (shape !== undefined) return namedIn(caller, shapes, shape);
    if (quick) return FEW.includes(caller.operation.id) ? this.#few(caller, shapes) : [];
    const { heads, bodies, parameters, members } = shapes;
    const isFirst = this.#isFirstOfItsKind(caller);
    return [
      ...(isFirst ? heads : this.#sample(caller.name, heads, SAMPLE.heads)),
      ...(isFirst && caller.isKnown ? bodies : this.#sample(caller.name, bodies, SAMPLE.bodies)),
      ...(caller.isKnown ? [...parameters, ...members] : []),
    ];
  }

  #few(caller: Caller, { heads, bodies, parameters, members }: Shapes): readonly Shape[] {
    const own = caller.isKnown ? QUICK.own : 2;
    return [
      ...this.#sample(caller.name, heads, QUICK.heads),
      ...this.#sample(caller.name, bodies, own).map(smaller),
      ...this.#sample(caller.name, parameters, own),
      ...this.#sample(caller.name, members, own).map(smaller),
    ];
  }

  /** The inputs that one device sends. */
  packets<Named extends { readonly name: string }>(
    target: string,
    packets: readonly Named[],
  ): readonly Named[] {
    return this.#some(target, packets, QUICK.packets);
  }

  payloads<Named extends { readonly name: string }>(
    target: string,
    payloads: readonly Named[],
  ): readonly Named[] {
    return this.#some(target, payloads, QUICK.payloads);
  }

  floods<Named extends { readonly name: string }>(
    target: string,
    floods: readonly Named[],
  ): readonly Named[] {
    if (this.options.shape !== undefined) return this.#some(target, floods, 0);
    return this.options.quick ? floods.filter(({ name }) => FEW_FLOODS.includes(name)) : floods;
  }

  #some<Named extends { readonly name: string }>(
    target: string,
    all: readonly Named[],
    quickCount: number,
  ): readonly Named[] {
    const { shape, quick } = this.options;
    if (shape !== undefined)
      return all.filter(({ name }) => shape.some((part) => `${target}, ${name}`.includes(part)));
    return quick ? this.#sample(target, all, quickCount) : all;
  }

  /** Callers with the same kind of credential, or none, pass through the same code of a host before the operation. */
  #isFirstOfItsKind({ operation: { host, schemes, bodies }, isKnown }: Caller): boolean {
    const kind = isKnown ? [host, ...schemes, ...Object.keys(bodies)].join(' ') : host;
    if (this.#kinds.has(kind)) return false;
    this.#kinds.add(kind);
    return true;
  }

  #sample<Named extends { readonly name: string }>(
    target: string,
    shapes: readonly Named[],
    count: number,
  ): Named[] {
    const drawn = ({ name }: Named) =>
      createHash('sha256').update(`${this.options.seed} ${target} ${name}`).digest('hex');
    return shapes
      .map((shape) => ({ shape, lot: drawn(shape) }))
      .sort((a, b) => (a.lot < b.lot ? -1 : 1))
      .slice(0, count)
      .map(({ shape }) => shape);
  }
}

/** Leaves out sizes that take seconds to generate. */
function smaller(shape: Shape): Shape {
  const [first, ...others] = shape.sizes;
  return { ...shape, sizes: [first, ...others.filter((size) => size <= QUICK_BYTES)] };
}

function namedIn({ name }: Caller, shapes: Shapes, wanted: readonly string[]): Shape[] {
  return allOf(shapes).filter((shape) => wanted.some((part) => `${name}, ${shape.name}`.includes(part)));
}
