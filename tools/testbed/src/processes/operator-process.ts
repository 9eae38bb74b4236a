import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Environment } from './service-process.ts';

const MAX_OUTPUT_BYTES = 1 << 28;

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command with these variables and no others: in a process of the pool that runs one after the other if the test
 * run has such (tools/dev/testing/furrow-pool.mjs), else in a process of its own.
 * @param entry the built command line
 */
export async function runOperator(
  entry: string,
  args: readonly string[],
  env: Environment,
): Promise<Outcome> {
  const pool = process.env['FURROW_TEST_COMMANDS'];
  // Options of Node.js itself apply only from the start of a process.
  if (pool === undefined || env['NODE_OPTIONS'] !== undefined) return runAlone(entry, args, env);
  const connection = connect(pool);
  connection.end(JSON.stringify({ args, env }));
  const answer = await text(connection);
  if (answer === '') throw new Error(`furrow ${args.join(' ')} ended its process.`);
  return JSON.parse(answer) as Outcome;
}

/** Runs it in a process of its own. */
export function runAlone(entry: string, args: readonly string[], env: Environment): Promise<Outcome> {
  const options = { env, maxBuffer: MAX_OUTPUT_BYTES };
  return new Promise((resolve) => {
    execFile(process.execPath, [entry, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}
