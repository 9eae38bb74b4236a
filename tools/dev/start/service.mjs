import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { BackOff } from './back-off.mjs';

const READY_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 10_000;

/**
 * The message of a service once it listens.
 *
 * @typedef {{ ready?: boolean, url?: string, port?: number, mqttUrl?: string }} Ready
 */

/** @typedef {{ url: string, port: string | undefined, mqttUrl: string | undefined }} Listening */
/** @typedef {{ child: import('node:child_process').ChildProcess, ended: Promise<string> } & Listening} Running */

/**
 * @typedef {object} Program
 * @property {string} name for messages
 * @property {string} entry
 * @property {string} portVariable
 * @property {string} urlVariable its address behind a proxy
 * @property {readonly string[]} flags of Node.js
 */

/**
 * Runs a service and restarts it on the same port whenever it dies.
 *
 * @param {object} options
 * @param {Promise<unknown>} options.go resolves when its dependencies are ready; until then it loads its modules
 * @param {Program} options.program
 * @param {NodeJS.ProcessEnv} options.env
 * @param {AbortSignal} options.stopping
 * @param {(line: string) => void} options.say
 * @returns {Promise<{ url: string, mqttUrl: string | undefined, restart: () => void, stop: () => Promise<void> }>}
 * `stop` once `stopping` is aborted
 */
export async function runService({ go, program, env, stopping, say }) {
  const { name, portVariable } = program;
  const backOff = new BackOff();
  const first = await start(program, env, stopping, go);
  const { url, mqttUrl } = first;
  // Keeps a port that the system assigned, because clients know it by now.
  const sameAgain = { ...env, [portVariable]: first.port ?? env[portVariable] };
  /** @type {Running | undefined} */
  let running = first;
  const supervision = supervise();
  return {
    url,
    mqttUrl,
    restart: () => void running?.child.kill('SIGTERM'),
    stop: async () => {
      await supervision;
      if (running) await end(running);
    },
  };

  async function supervise() {
    const stopped = new Promise((resolve) =>
      stopping.addEventListener('abort', () => resolve(''), { once: true }),
    );
    while (!stopping.aborted) {
      const how = running && (await Promise.race([running.ended, stopped]));
      if (stopping.aborted) return;
      running = undefined;
      const delay = backOff.next();
      if (how) say(`${name} ended (${how}); restarting it in ${delay / 1000} s.`);
      try {
        await sleep(delay, undefined, { signal: stopping });
        running = await start(program, sameAgain, stopping, Promise.resolve());
        backOff.started();
        say(`${name} is back at ${running.url}.`);
      } catch (error) {
        if (!stopping.aborted) say(/** @type {Error} */ (error).message);
      }
    }
  }
}

/**
 * Starts a service and waits until it listens.
 *
 * @param {Program} program
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} stopping
 * @param {Promise<unknown>} go
 * @returns {Promise<Running>}
 */
async function start({ name, entry, urlVariable, flags }, env, stopping, go) {
  stopping.throwIfAborted();
  const child = spawn(process.execPath, [...flags, '--enable-source-maps', entry], {
    env: { ...env, FURROW_WAITS_FOR_GO: 'true' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.on('error', (error) => resolve(error.message));
  });
  /** @type {Promise<Listening>} */
  const ready = new Promise((resolve, reject) => {
    child.on('message', (/** @type {Ready} */ { ready: isReady, url, port, mqttUrl }) => {
      if (!isReady || !url) return;
      // Its public address may name the port of a proxy.
      const listening = port ?? (env[urlVariable] ? undefined : new URL(url).port);
      resolve({ url, mqttUrl, port: listening === undefined ? undefined : String(listening) });
    });
    void ended.then((how) => reject(new Error(`${name} did not start (${how}); see its output above.`)));
    go.then(() => {
      child.send({ go: true }, () => {}); // if it has exited, that is reported instead
      const late = setTimeout(
        () => reject(new Error(`${name} did not listen within ${READY_WITHIN_MS / 1000} s.`)),
        READY_WITHIN_MS,
      );
      late.unref();
    }, reject);
    stopping.addEventListener('abort', () => reject(stopping.reason), { once: true });
  });
  try {
    return { child, ended, ...(await ready) };
  } catch (error) {
    await end({ child, ended });
    throw error;
  }
}

/** @param {Pick<Running, 'child' | 'ended'>} running */
async function end({ child, ended }) {
  child.kill('SIGTERM');
  const forced = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS);
  await ended;
  clearTimeout(forced);
}
