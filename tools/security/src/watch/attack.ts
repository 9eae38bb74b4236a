import type { Environment } from '@furrow/testbed';
import type { Check } from '@furrow/program';
import { OrdinaryClient, ordinaryWork } from '../limits/ordinary-client.ts';
import { secretsInLogs } from '../logs.ts';
import { TwoCompanies } from '../stage/two-companies.ts';
import { LENIENT, type Limits, LIMITS } from './verdict.ts';

export type Say = (line: string) => void;

export interface AttackOptions {
  readonly quick: boolean;
  /** The machine has other work, so times say little. */
  readonly busy: boolean;
  /** Fragments of names; anything else is left out. */
  readonly shape?: readonly string[];
}

/** Often enough for a 99th percentile of a few seconds. */
const ASKS_EVERY_MS = 50;
/** A longer wait of another company counts as a refusal. */
const ANSWERED_WITHIN_MS = 15_000;

export const limitsOf = ({ busy }: AttackOptions): Limits => (busy ? LENIENT : LIMITS);

/** The client of another company, while an attack runs. */
export const ordinaryClient = (companies: TwoCompanies): OrdinaryClient =>
  new OrdinaryClient(ordinaryWork(companies), ASKS_EVERY_MS, ANSWERED_WITHIN_MS);

/** Runs attacks on an installation of their own. @returns their checks, and secrets that its logs contain */
export async function onOwnStage(
  say: Say,
  settings: Environment,
  attacks: (companies: TwoCompanies) => Promise<Check[]>,
): Promise<Check[]> {
  const companies = await TwoCompanies.make(say, settings);
  try {
    const checks = await attacks(companies);
    const leaks = secretsInLogs(companies.stage).filter(({ problems }) => problems.length > 0);
    return [...checks, ...leaks];
  } finally {
    await companies.stage.close();
  }
}
