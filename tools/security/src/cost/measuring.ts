import { BOUNDS, type Cost, type Held } from './bounds.ts';
import { exchange, type RawAnswer, type RawRequest } from './exchange.ts';
import type { Probe } from './probe.ts';

/** What is measured. */
export interface Target {
  readonly url: string;
  readonly probe: Probe;
  /** How often what is kept is looked at, half a second apart, before it is told; else until all is surely worked off. */
  readonly keptLooks?: number;
}

const PATIENCE_MS = 120_000;
/** A machine that does other work holds a process up, too: what counts is the best of so many times, … */
const TIMES = 3;
/** … but nothing else holds one up for so long. */
const BEYOND_DOUBT_MS = 2_000;

/**
 * How long the event loop is held in one go by something, which is done again where it seems to be too long.
 * @throws what it throws the first time
 */
export async function holding({ probe }: Target, work: () => Promise<unknown>): Promise<Held> {
  const once = async () => {
    await probe.heldMs();
    await work();
    return probe.heldMs();
  };
  let heldMs = await once();
  for (let again = 1; again < TIMES && isDoubtful(heldMs); again++) heldMs = Math.min(heldMs, await once());
  return heldMs <= BOUNDS.heldMs ? { heldMs } : { heldMs, busiest: await probe.busiestDuring(work) };
}

/** @throws Error when there is no answer */
export async function measure(target: Target, request: RawRequest): Promise<Cost> {
  let answer: RawAnswer | undefined;
  const held = await holding(target, async () => {
    answer = await exchange(target.url, request, PATIENCE_MS);
  });
  return { ...(answer as RawAnswer), ...held };
}

/**
 * Several requests at once, which is quicker; where together they hold the event loop for too long, each again by itself.
 * @returns what each came to; an error for what was not answered
 */
export async function measureAll<Shape>(
  target: Target,
  shapes: readonly Shape[],
  requestOf: (shape: Shape) => RawRequest,
): Promise<[Shape, Cost | Error][]> {
  const { probe, url } = target;
  await probe.heldMs();
  const answers = await Promise.all(
    shapes.map((shape) => exchange(url, requestOf(shape), PATIENCE_MS).catch(asError)),
  );
  const heldMs = await probe.heldMs();
  const isFine = heldMs <= BOUNDS.heldMs && answers.every((answer) => !(answer instanceof Error));
  const costs: [Shape, Cost | Error][] = [];
  for (const [index, shape] of shapes.entries()) {
    const answer = answers[index];
    const cost = isFine
      ? { ...(answer as RawAnswer), heldMs }
      : await measure(target, requestOf(shape)).catch(asError);
    costs.push([shape, cost]);
  }
  return costs;
}

const isDoubtful = (heldMs: number): boolean => heldMs > BOUNDS.heldMs && heldMs < BEYOND_DOUBT_MS;

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
