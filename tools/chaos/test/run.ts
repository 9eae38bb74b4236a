import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PLAIN_ENVIRONMENT } from '@furrow/testbed';

const PROGRAM = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** Runs the built program to its end. */
export async function run(...args: string[]): Promise<{ code: number; text: string }> {
  const { FURROW_TEST_COMMANDS = '', FURROW_TEST_CLUSTER } = process.env;
  const env = {
    ...PLAIN_ENVIRONMENT,
    ...(FURROW_TEST_COMMANDS !== '' && { FURROW_TEST_COMMANDS }),
    ...(FURROW_TEST_CLUSTER !== undefined && { FURROW_TEST_CLUSTER }),
  };
  const options = { env, maxBuffer: 1 << 26 };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], options);
    return { code: 0, text: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, text: stdout === '' ? stderr : stdout };
  }
}
