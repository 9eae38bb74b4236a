import { chmodSync, globSync, rmSync } from 'node:fs';

/** Debian's multi-threaded variant takes a mutex, on which a signal handler of PostgreSQL would deadlock. */
const LIBRARY = '/usr/lib/*/faketime/libfaketime.so.1';
const UNITS = { d: 86_400, h: 3_600, m: 60 };

const VARIABLES = /^(?:LD_PRELOAD|NO_FAKE_STAT|FAKETIME.*)$/;

/**
 * @param {string} shift `+8h`, `-90m`, `+3d`, or the instant at which the run begins, as `2028-02-29T06:30Z`
 * @param {number} [now] milliseconds since the epoch
 * @returns {number} whole seconds
 * @throws Error when it is neither
 */
export function secondsOf(shift, now = Date.now()) {
  const [, sign, amount, unit] = /^([+-])(\d+)([dhm])$/.exec(shift) ?? [];
  if (unit) return Number(`${sign}${amount}`) * UNITS[/** @type {keyof typeof UNITS} */ (unit)];
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?Z$/.test(shift) ? Date.parse(shift) : NaN;
  if (Number.isNaN(instant))
    throw new Error(`The clock shift must be like +8h, -90m, +3d or 2028-02-29T06:30Z, not "${shift}".`);
  return Math.round((instant - now) / 1000);
}

/**
 * The environment variables that shift a process's clock. The monotonic clock, and with it every timer, is unchanged.
 *
 * @param {string} shift as `secondsOf` takes it
 * @returns {Record<string, string>}
 */
export function clockEnvironment(shift) {
  const seconds = secondsOf(shift);
  const [library] = globSync(LIBRARY);
  if (library === undefined)
    throw new Error('Shifting the clock needs libfaketime: apt-get install faketime.');
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // Reads the shift once, because reading it again while another thread asks for the time is not safe.
    FAKETIME_CACHE_DURATION: '1000000',
    NO_FAKE_STAT: '1',
    FURROW_TEST_CLOCK: shift,
  };
}

/**
 * The clock variables of this process, for children that inherit nothing else; empty while it is not shifted.
 *
 * @returns {NodeJS.ProcessEnv}
 */
export function inheritedClock() {
  if (process.env.FAKETIME === undefined) return {};
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => VARIABLES.test(name)));
}

/** Lets processes of other accounts, such as PostgreSQL's, use the memory that libfaketime shares with our children. */
export function openClockToAll() {
  for (const file of sharedBy(process.pid)) chmodSync(file, 0o666);
}

/** @param {number | undefined} pid a process that had a shifted clock of its own and may have been killed */
export function removeClockOf(pid) {
  for (const file of sharedBy(pid)) rmSync(file, { force: true });
}

/** @param {number | undefined} pid */
const sharedBy = (pid) => globSync(`/dev/shm/{sem.faketime_sem,faketime_shm}_${pid}`);
