import type { Check } from '../check.ts';
import type { World } from '../stage/world.ts';
import { Bystander } from './bystander.ts';
import { Memory } from './memory.ts';

/** What either service may grow by, whatever it is sent. */
const MAX_GROWTH_MIB = 512;
/** What somebody else may have to wait for an answer, on a busy machine; an attack of minutes holds up for minutes. */
const MAX_WAIT_MS = 10_000;

/** What an attack came to: how often it was tried, and what was not as it must be. */
export interface Outcome {
  readonly tried: number;
  readonly problems: readonly string[];
}

export type Attack = () => Promise<Outcome>;

/** Attacks while memory is watched and somebody else is to be served. */
export async function underSiege(world: World, what: string, attack: Attack): Promise<Check> {
  const memory = new Memory(world.stage);
  const bystander = new Bystander(world);
  const began = performance.now();
  const { tried, problems } = await attack().catch((error: unknown) => ({
    ...{ tried: 0, problems: [`it could not be tried: ${String(error)}`] },
  }));
  const seconds = (performance.now() - began) / 1_000;
  const others = await bystander.stop();
  const growth = memory.stop();
  const grown = growth !== undefined && growth > MAX_GROWTH_MIB ? [`a service grew by ${growth} MiB`] : [];
  const waited =
    others.longestMs > MAX_WAIT_MS ? [`somebody else waited for ${others.longestMs} ms for an answer`] : [];
  const told = [
    `${seconds.toFixed(1)} s`,
    ...(growth === undefined ? [] : [`+${growth} MiB`]),
    `others served ${others.served} times, within ${others.longestMs} ms`,
  ].join(', ');
  return {
    suite: 'limits',
    what,
    asked: tried,
    problems: [...problems, ...others.problems, ...waited, ...grown],
    told,
  };
}
