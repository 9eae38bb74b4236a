import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Ends what a crashed run left in a data directory: a server without its keeper, backends without their server, a
 * postmaster.pid whose process id has been reused. The caller holds the lock of that directory, so whatever still runs
 * there has no owner.
 *
 * @param {string} data
 * @param {(line: string) => void} say
 */
export async function clearLeftovers(data, say) {
  const folder = realpathSync(data);
  const server = postmasterPid(folder);
  if (server !== undefined && isPostgresOf(server, folder)) {
    say('Stopping the database server that an earlier run left behind …');
    // Its keeper may be stopping it already; a second request has no effect.
    await end(
      () => (isPostgresOf(server, folder) ? [server] : []),
      [
        ['SIGINT', 10_000],
        ['SIGQUIT', 5_000],
        ['SIGKILL', 5_000],
      ],
    );
  }
  // Orphaned backends exit once they notice, unless busy or stopped. Their work is lost in any case, because nothing
  // can commit without their server.
  await end(
    () => postgresProcessesOf(folder),
    [
      [undefined, 1_000],
      ['SIGKILL', 5_000],
    ],
  );
  // PostgreSQL mistakes any living process with the recorded id for its own.
  const recorded = postmasterPid(folder);
  if (recorded !== undefined && isAlive(recorded) && !isPostgresOf(recorded, folder)) {
    rmSync(join(folder, 'postmaster.pid'), { force: true });
  }
}

/**
 * @param {() => number[]} remaining the processes still there
 * @param {[NodeJS.Signals | undefined, number][]} steps signal, and how long to wait after it in ms
 */
async function end(remaining, steps) {
  for (const [signal, timeout] of steps) {
    for (const pid of signal ? remaining() : []) {
      try {
        process.kill(pid, signal);
      } catch {
        // It is gone by now, or we may not end it, which the server's start will report.
      }
    }
    for (let waited = 0; waited < timeout && remaining().length > 0; waited += 50) await sleep(50);
  }
}

/** @param {string} data */
function postmasterPid(data) {
  try {
    const pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} data @returns {number[]} where the system provides it: on Linux */
function postgresProcessesOf(data) {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgresOf(pid, data));
}

/**
 * Whether that process is alive and a PostgreSQL of that directory: its programs run with it as working directory.
 *
 * @param {number} pid
 * @param {string} data
 */
function isPostgresOf(pid, data) {
  try {
    if (process.platform === 'linux') {
      return (
        readlinkSync(`/proc/${pid}/cwd`) === data &&
        readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
      );
    }
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).includes(data);
  } catch {
    return false;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
