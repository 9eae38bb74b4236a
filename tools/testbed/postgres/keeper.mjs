// Runs between a supervisor and its PostgreSQL, in a session of its own, so that Ctrl-C in the terminal reaches
// neither. The supervisor holds the other end of our stdin. When that closes, on purpose or because the supervisor was
// killed, the server is shut down. The keeper exits with the server's exit code, so that its death is noticed too.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

/**
 * @typedef {object} Order
 * @property {string} command
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} env
 * @property {number} [uid]
 * @property {number} [gid]
 * @property {string} [discard] a folder to remove after the server has stopped
 */

/** @type {Order} */
const { command, args, env, uid, gid, discard } = JSON.parse(process.argv[2] ?? '');

const server = spawn(command, args, { cwd: '/', env, uid, gid, stdio: ['ignore', 'inherit', 'inherit'] });
server.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
server.on('exit', (code) => {
  if (discard && stopping) rmSync(discard, { recursive: true, force: true });
  process.exit(code ?? 1);
});

let stopping = false;
process.stdin.resume();
for (const event of ['end', 'close', 'error']) process.stdin.on(event, stop);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

function stop() {
  if (stopping) return;
  stopping = true;
  server.kill('SIGINT'); // fast: rolls back open transactions and writes a checkpoint
  setTimeout(() => server.kill('SIGQUIT'), 20_000).unref(); // immediate: recovers at the next start
  setTimeout(() => server.kill('SIGKILL'), 25_000).unref();
}
