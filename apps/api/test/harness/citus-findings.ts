import { expect } from '@jest/globals';
import { PLAIN_ENVIRONMENT, PROGRAMS, runOperator } from '@furrow/testbed';
import type { Json, System } from '@furrow/testbed/system';

/** What furrow doctor finds about the Citus of an installation, also where something is wrong. */
export async function citusFindings(system: System): Promise<string[]> {
  const env = { ...PLAIN_ENVIRONMENT, ...system.environmentOfApi };
  const { stdout } = await runOperator(PROGRAMS.furrow, ['doctor', '--json'], env);
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly Json[] };
  return findings.filter(({ subject }) => subject === 'Citus').map(({ message }) => message);
}

/** The only finding about a worker that hangs or is away. */
export const unansweredBy = (port: number) => [
  expect.stringMatching(new RegExp(`^The worker 127\\.0\\.0\\.1:${port} does not answer: .*[^.]\\.$`)),
];
/** The only finding where nothing is wrong: each of the two workers has a shard. */
export const answeredByAll = () => [expect.stringMatching(/^Companies are in 2 shards on .*\(1\).*\(1\)\.$/)];
