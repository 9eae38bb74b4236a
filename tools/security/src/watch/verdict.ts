import { BOUNDS, bytes } from '../cost/bounds.ts';
import type { Served } from '../limits/ordinary-client.ts';
import type { ProcessCost } from './process-watch.ts';

const MIB = 1_048_576;

/** What an attack cost the service and the client of another company. */
export interface Observed {
  readonly processes: readonly ProcessCost[];
  readonly others: Served;
  /** The same client just before the attack. */
  readonly alone: Served;
}

/** Upper bounds on the cost of any attack of one company. */
export interface Limits {
  /** The longest block of the event loop. */
  readonly heldMs: number;
  /** For another company, at the 99th percentile. */
  readonly othersMs: number;
  /** The growth of resident memory at its peak. */
  readonly grownBytes: number;
  /** Reachable memory after the attack. Higher than for one input, because code and plans of a new path stay. */
  readonly keptBytes: number;
}

export const LIMITS: Limits = {
  ...{ heldMs: BOUNDS.heldMs, othersMs: 1_000, grownBytes: 512 * MIB, keptBytes: 16 * MIB },
};
/** On a machine with other work, where no time says much: only what would block the service for long is found. */
export const LENIENT: Limits = { ...LIMITS, heldMs: 10 * LIMITS.heldMs, othersMs: 10 * LIMITS.othersMs };

/** Without an attack, a client waits for longer only on a machine with much other work. */
const ALONE_MS = 500;
/** PostgreSQL may pause on such a machine, so that a few requests of a company are refused without any attack. */
const FEW_REFUSED = 0.05;
/** No other work on a machine delays a process for this long. */
const BEYOND_DOUBT_MS = 5_000;

/** @returns everything that exceeds its limit */
export function problemsOf({ processes, others }: Observed, limits: Limits): string[] {
  return [
    ...processes.flatMap((each) => problemsOfProcess(each, limits)),
    ...(others.served === 0 ? ['no request of another company was served'] : []),
    ...(others.problems.length > 0
      ? [`${others.problems.length} requests of another company failed; the first: ${others.problems[0]}`]
      : []),
    ...(others.p99Ms > limits.othersMs
      ? [`another company waited ${others.p99Ms} ms at the 99th percentile`]
      : []),
  ];
}

function problemsOfProcess(
  { name, heldMs, grownBytes, keptBytes, ended }: ProcessCost,
  limits: Limits,
): string[] {
  if (ended !== undefined) return [`${name} ended (${ended})`];
  return [
    ...(heldMs > limits.heldMs ? [`the event loop of ${name} was blocked for ${Math.round(heldMs)} ms`] : []),
    ...(grownBytes > limits.grownBytes ? [`${name} grew by ${bytes(grownBytes)}`] : []),
    ...(keptBytes > limits.keptBytes ? [`${name} kept ${bytes(keptBytes)}`] : []),
  ];
}

/**
 * Whether other work on the machine may be the cause of its problems: only times are too long, and by less than seconds, or
 * few requests were refused, or the other company was served badly without the attack too.
 */
export function isDoubtful(observed: Observed, limits: Limits): boolean {
  const { processes, others, alone } = observed;
  if (problemsOf(observed, limits).length === 0) return false;
  if (processes.some(({ ended }) => ended !== undefined)) return false;
  if (alone.p99Ms > ALONE_MS || alone.problems.length > 0) return true;
  const longest = Math.max(others.p99Ms, ...processes.map(({ heldMs }) => heldMs));
  const withoutTimes = { ...limits, heldMs: Infinity, othersMs: Infinity };
  const isFew = others.problems.length <= FEW_REFUSED * others.served;
  const certain = isFew ? { ...observed, others: { ...others, problems: [] } } : observed;
  return longest < BEYOND_DOUBT_MS && problemsOf(certain, withoutTimes).length === 0;
}

/** The longest times and the largest memory in one line. */
export function summaryOf({ processes, others, alone }: Observed): string {
  const most = (of: (cost: ProcessCost) => number) => Math.max(0, ...processes.map(of));
  return [
    `event loop ${Math.round(most(({ heldMs }) => heldMs))} ms`,
    `others ${others.p99Ms} ms (p99 of ${others.served}; alone ${alone.p99Ms} ms)`,
    `+${Math.round(most(({ grownBytes }) => grownBytes) / MIB)} MiB`,
  ].join(', ');
}
