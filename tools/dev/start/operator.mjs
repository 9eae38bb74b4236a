import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * The operator's command line, for `npm start`.
 *
 * @param {object} options
 * @param {string} options.entry the program
 * @param {NodeJS.ProcessEnv} options.env
 * @param {AbortSignal} options.stopping
 * @returns {(...args: string[]) => Promise<string>} runs one command and returns its stdout
 */
export function operator({ entry, env, stopping }) {
  return async (...args) => {
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [entry, ...args], {
        env,
        signal: stopping,
        maxBuffer: 64 * 1024 * 1024,
      });
      return stdout;
    } catch (error) {
      stopping.throwIfAborted();
      const { stdout = '', stderr = '' } = /** @type {{ stdout?: string, stderr?: string }} */ (error);
      throw new Error(`${stdout}${stderr}`.trim() + `\n\`furrow ${args.join(' ')}\` failed.`, {
        cause: error,
      });
    }
  };
}
