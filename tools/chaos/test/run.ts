import { fileURLToPath } from 'node:url';
import { PLAIN_ENVIRONMENT, runAlone } from '@furrow/testbed';

const PROGRAM = fileURLToPath(new URL('../dist/main.js', import.meta.url));
/** What makes a run cheaper within a test run. */
const PASSED_ON = ['FURROW_TEST_COMMANDS', 'FURROW_TEST_CLUSTER'];

/** Runs the built program to its end. */
export async function run(...args: string[]): Promise<{ code: number; text: string }> {
  const given = PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  const env = { ...PLAIN_ENVIRONMENT, ...Object.fromEntries(given) };
  const { code, stdout, stderr } = await runAlone(PROGRAM, args, env);
  return { code, text: stdout === '' ? stderr : stdout };
}
