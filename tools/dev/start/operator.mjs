import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Runs a program to its end.
 *
 * @param {object} options
 * @param {string} options.entry the program
 * @param {readonly string[]} [options.args]
 * @param {NodeJS.ProcessEnv} options.env
 * @param {AbortSignal} options.stopping
 * @param {string} [options.input] its stdin
 * @returns {Promise<string>} its stdout
 */
export async function runProgram({ entry, args = [], env, stopping, input = '' }) {
  const running = promisify(execFile)(process.execPath, [entry, ...args], {
    env,
    signal: stopping,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { stdin } = running.child;
  stdin?.on('error', () => {}); // the program may end without reading it
  stdin?.end(input);
  return (await running).stdout;
}

/**
 * The operator's command line, for `npm start`.
 *
 * @param {Pick<Parameters<typeof runProgram>[0], 'entry' | 'env' | 'stopping'>} options
 * @returns {(...args: string[]) => Promise<string>} runs one command and returns its stdout
 */
export function operator({ stopping, ...program }) {
  return async (...args) => {
    try {
      return await runProgram({ ...program, stopping, args });
    } catch (error) {
      stopping.throwIfAborted();
      const { stdout = '', stderr = '' } = /** @type {{ stdout?: string, stderr?: string }} */ (error);
      throw new Error(`${stdout}${stderr}`.trim() + `\n\`furrow ${args.join(' ')}\` failed.`, {
        cause: error,
      });
    }
  };
}
