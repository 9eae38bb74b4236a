import type { Check } from '@furrow/program';
import type { TwoCompanies } from '../stage/two-companies.ts';
import { OrdinaryClient, ordinaryRequests } from './ordinary-client.ts';
import { watchMemory } from '@furrow/testbed';

/** The limit on a service's memory growth during any attack. */
const MAX_GROWTH_MIB = 512;
const MIB = 1_048_576;
/**
 * The longest wait of another client on a busy machine; an attack that blocks the service would cause one of minutes.
 */
const MAX_WAIT_MS = 10_000;

/** The result of an attack: number of tries, and problems found. */
export interface Outcome {
  readonly tried: number;
  readonly problems: readonly string[];
}

export type Attack = () => Promise<Outcome>;

/** Runs an attack while watching memory and serving another client. */
export async function underAttack(companies: TwoCompanies, what: string, attack: Attack): Promise<Check> {
  const { api, gateway } = companies.stage;
  const watches = [api, gateway].map((host) => watchMemory(host));
  const ordinary = new OrdinaryClient(ordinaryRequests(companies));
  const began = performance.now();
  const { tried, problems } = await attack().catch((error: unknown) => ({
    ...{ tried: 0, problems: [`the attack failed to run: ${String(error)}`] },
  }));
  const seconds = (performance.now() - began) / 1_000;
  const others = await ordinary.stop();
  const growth = Math.round(Math.max(...watches.map((stop) => stop().growth)) / MIB);
  const grown = growth > MAX_GROWTH_MIB ? [`a service grew by ${growth} MiB`] : [];
  const waited =
    others.longestMs > MAX_WAIT_MS ? [`another client waited ${others.longestMs} ms for an answer`] : [];
  const detail = [
    `${seconds.toFixed(1)} s`,
    `+${growth} MiB`,
    `others served ${others.served} times, within ${others.longestMs} ms`,
  ].join(', ');
  return {
    suite: 'limits',
    what,
    asked: tried,
    problems: [...problems, ...others.problems, ...waited, ...grown],
    detail,
  };
}
