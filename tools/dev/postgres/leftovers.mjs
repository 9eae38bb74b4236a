import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Ends what a run that died left in a data directory: a server without its keeper, backends without their server,
 * a postmaster.pid whose number belongs to someone else by now. The caller holds the lock of that directory, so
 * whatever still runs there has no owner.
 *
 * @param {string} data
 * @param {(line: string) => void} say
 */
export async function clearLeftovers(data, say) {
  const place = realpathSync(data);
  const server = postmasterPid(place);
  if (server !== undefined && isPostgresOf(server, place)) {
    say('Stopping the database server that an earlier run left behind …');
    // Its own keeper may be at it already; a second request for the same changes nothing.
    await end(
      () => (isPostgresOf(server, place) ? [server] : []),
      [
        ['SIGINT', 10_000],
        ['SIGQUIT', 5_000],
        ['SIGKILL', 5_000],
      ],
    );
  }
  // Orphaned backends leave by themselves once they notice, unless busy or stopped. What they do is lost in any
  // case: without their server nothing of it can commit.
  await end(
    () => postgresProcessesOf(place),
    [
      [undefined, 1_000],
      ['SIGKILL', 5_000],
    ],
  );
  // PostgreSQL takes any living process with the recorded number for its own.
  const recorded = postmasterPid(place);
  if (recorded !== undefined && isAlive(recorded) && !isPostgresOf(recorded, place)) {
    rmSync(join(place, 'postmaster.pid'), { force: true });
  }
}

/**
 * @param {() => number[]} remaining the processes still there
 * @param {[NodeJS.Signals | undefined, number][]} steps signal, and how long to wait after it in ms
 */
async function end(remaining, steps) {
  for (const [signal, patience] of steps) {
    for (const pid of signal ? remaining() : []) {
      try {
        process.kill(pid, signal);
      } catch {
        // Gone this instant, or not ours to end: the server's start will tell.
      }
    }
    for (let waited = 0; waited < patience && remaining().length > 0; waited += 50) await sleep(50);
  }
}

/** @param {string} data */
export function postmasterPid(data) {
  try {
    const pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} data @returns {number[]} where the system tells it: on Linux */
function postgresProcessesOf(data) {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgresOf(pid, data));
}

/**
 * Whether that process is alive and a PostgreSQL of that directory: its programs work inside it.
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
