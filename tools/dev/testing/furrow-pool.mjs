import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { inheritedClock } from '../../testbed/process/clock.mjs';

const CHILD = fileURLToPath(new URL('furrow-child.mjs', import.meta.url));

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/**
 * Processes in which the tests of one run call the operator's command line: loading it takes most of a second, and they
 * call it hundreds of times. Each process runs one command at a time, so concurrent calls run concurrently.
 *
 * @returns {Promise<{ path: string, stop: () => void }>} the socket's path. A client sends `{ args, env }` and ends; it
 * receives
 * `{ code, stdout, stderr }`. When it disconnects earlier, the command is killed.
 */
export async function furrowPool() {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-pool-'));
  /** @type {ChildProcess[]} */
  const idle = [];
  /** @type {Set<ChildProcess>} */
  const all = new Set();

  const server = createServer({ allowHalfOpen: true }, async (client) => {
    client.on('error', () => {}); // "close" follows
    const command = await text(client).catch(() => '');
    if (command === '') return void client.destroy();
    const child = idle.pop() ?? (await ready());
    const hungUp = () => child.kill('SIGKILL');
    client.on('close', hungUp);
    const outcome = await outcomeOf(child, JSON.parse(command));
    client.off('close', hungUp);
    if (outcome) idle.push(child);
    client.end(outcome ? JSON.stringify(outcome) : '');
  });

  async function ready() {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, ...inheritedClock() };
    const child = fork(CHILD, { env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    all.add(child);
    child.once('exit', () => all.delete(child));
    await new Promise((resolve) => {
      child.once('message', resolve);
      child.once('exit', resolve);
    });
    return child;
  }

  const path = join(folder, 'socket');
  await new Promise((resolve) => server.listen(path, () => resolve(undefined)));
  return {
    path,
    stop() {
      server.close();
      for (const child of all) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * @param {ChildProcess} child
 * @param {{ args: string[], env: Record<string, string> }} command
 * @returns {Promise<object | undefined>} undefined when the child died
 */
function outcomeOf(child, command) {
  return new Promise((resolve) => {
    const died = () => resolve(undefined);
    child.once('exit', died);
    child.once('message', (/** @type {object} */ outcome) => {
      child.off('exit', died);
      resolve(outcome);
    });
    child.send(command, (error) => error && died());
  });
}
