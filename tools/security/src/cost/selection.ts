import { createHash } from 'node:crypto';
import type { Caller } from './requests.ts';
import { allOf, type Shapes } from './shapes-for.ts';
import type { Shape } from './shapes/shape.ts';

/** Callers of a short run: those with rate limits of their own, and those with the heaviest work. */
const FEW = ['token_issue', 'records_sync', 'forms_submit', 'series_plant', 'harvest_report', 'mqtt_connect'];
/** Floods of a short run: what an attacker tries first. */
const FEW_FLOODS = [
  'PINGREQ one by one, unread',
  'CONNECT of many devices with wills of 64 kB',
  'WebSocket pings, unread',
];
/**
 * How many are tried of inputs that all operations parse alike, and of those that an operation parses itself. On one operation
 * per kind of caller a long run tries all of them.
 */
const SAMPLE = { heads: 40, bodies: 10, own: Infinity };
const QUICK_SAMPLE = { heads: 16, bodies: 16, own: 16 };
/** Larger inputs take seconds to generate. */
const QUICK_BYTES = 1_000_000;

export interface CostOptions {
  readonly quick: boolean;
  readonly seed: number;
  /** Fragments of names of targets and shapes; anything else is left out. */
  readonly shape?: readonly string[];
}

interface Named {
  readonly name: string;
}

/** Chooses what is tried, deterministically for a seed. */
export class Selection {
  readonly #kinds = new Set<string>();

  constructor(private readonly options: CostOptions) {}

  /** @returns none where nothing of it is selected */
  of(caller: Caller, shapes: Shapes): readonly Shape[] {
    const { quick, shape } = this.options;
    const { name, isKnown, operation } = caller;
    if (shape !== undefined) return this.#named(name, allOf(shapes));
    if (quick && !FEW.includes(operation.id)) return [];
    const isFirst = !quick && this.#isFirstOfItsKind(caller);
    const most = quick ? QUICK_SAMPLE : SAMPLE;
    const { heads, bodies, parameters, members } = shapes;
    const chosen = [
      ...this.#sample(name, heads, isFirst ? Infinity : most.heads),
      ...this.#sample(name, bodies, isFirst && isKnown ? Infinity : most.bodies),
      ...(isKnown ? [parameters, members] : []).flatMap((own) => this.#sample(name, own, most.own)),
    ];
    return quick ? chosen.map(smaller) : chosen;
  }

  /** The inputs that one device sends. @param most in a short run */
  some<Input extends Named>(target: string, inputs: readonly Input[], most: number): readonly Input[] {
    if (this.options.shape !== undefined) return this.#named(target, inputs);
    return this.#sample(target, inputs, this.options.quick ? most : Infinity);
  }

  floods<Flood extends Named>(target: string, floods: readonly Flood[]): readonly Flood[] {
    if (this.options.shape !== undefined) return this.#named(target, floods);
    return this.options.quick ? floods.filter(({ name }) => FEW_FLOODS.includes(name)) : floods;
  }

  #named<Input extends Named>(target: string, inputs: readonly Input[]): Input[] {
    const wanted = this.options.shape ?? [];
    return inputs.filter(({ name }) => wanted.some((part) => `${target}, ${name}`.includes(part)));
  }

  /** Callers with the same kind of credential, or none, pass through the same code of a host before the operation. */
  #isFirstOfItsKind({ operation: { host, schemes, bodies }, isKnown }: Caller): boolean {
    const kind = isKnown ? [host, ...schemes, ...Object.keys(bodies)].join(' ') : host;
    if (this.#kinds.has(kind)) return false;
    this.#kinds.add(kind);
    return true;
  }

  #sample<Input extends Named>(target: string, inputs: readonly Input[], most: number): readonly Input[] {
    if (inputs.length <= most) return inputs;
    const lotOf = ({ name }: Input) =>
      createHash('sha256').update(`${this.options.seed} ${target} ${name}`).digest('hex');
    const lots = new Map(inputs.map((input) => [input, lotOf(input)]));
    return inputs.toSorted((a, b) => ((lots.get(a) ?? '') < (lots.get(b) ?? '') ? -1 : 1)).slice(0, most);
  }
}

function smaller(shape: Shape): Shape {
  const [first, ...others] = shape.sizes;
  return { ...shape, sizes: [first, ...others.filter((size) => size <= QUICK_BYTES)] };
}
