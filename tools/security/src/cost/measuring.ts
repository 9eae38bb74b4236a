import { BOUNDS, type Cost, type Held } from './bounds.ts';
import { exchange, type RawAnswer, type RawRequest } from './exchange.ts';
import type { Probe } from './probe.ts';

/** The host that is measured. */
export interface Target {
  readonly url: string;
  readonly probe: Probe;
  /**
   * How many samples of kept memory to take, half a second apart, before reporting it; by default enough for all
   * pending work to finish.
   */
  readonly keptLooks?: number;
}

const TIMEOUT_MS = 120_000;
/** Other work on the machine slows a process down too (memory, disk), so the best of this many attempts counts, … */
const TIMES = 3;
/** … but no other work blocks a process for this long. */
const BEYOND_DOUBT_MS = 2_000;

/**
 * Measures the longest block of the event loop during `work`, and repeats `work` when it seems too long.
 * @throws the error of the first attempt
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
    answer = await exchange(target.url, request, TIMEOUT_MS);
  });
  return { ...(answer as RawAnswer), ...held };
}

/**
 * Sends several requests at once, which is faster; when together they block the event loop for too long, measures each
 * by itself.
 * @returns the cost of each; an error for unanswered ones
 */
export async function measureAll<Shape>(
  target: Target,
  shapes: readonly Shape[],
  requestOf: (shape: Shape) => RawRequest,
): Promise<[Shape, Cost | Error][]> {
  const { probe, url } = target;
  await probe.heldMs();
  const answers = await Promise.all(
    shapes.map((shape) => exchange(url, requestOf(shape), TIMEOUT_MS).catch(asError)),
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
