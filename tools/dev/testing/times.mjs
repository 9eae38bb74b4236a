import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Names the file that the workers of a run write to, if somebody asked for times. */
const VARIABLE = 'FURROW_TEST_TIMES';
const TICKS_PER_SECOND = 100;

/**
 * What one test file took.
 *
 * @typedef {object} FileTime
 * @property {string} file
 * @property {number} wall seconds
 * @property {number} own seconds of CPU of the worker
 * @property {number} children seconds of CPU of processes that the worker started
 */

/**
 * Measures from now on.
 *
 * @param {string} file
 * @returns {() => void} ends and notes it
 */
export function timed(file) {
  const notes = process.env[VARIABLE];
  if (!notes) return () => {};
  const [began, [own, children]] = [performance.now(), cpuSeconds()];
  return () => {
    const [ownNow, childrenNow] = cpuSeconds();
    const wall = (performance.now() - began) / 1000;
    const time = { file: relative(root, file), wall, own: ownNow - own, children: childrenNow - children };
    appendFileSync(notes, `${JSON.stringify(time)}\n`);
  };
}

/** @returns {[own: number, children: number]} of this process and of those it has started; zeros where /proc is missing */
function cpuSeconds() {
  const { own = 0, ended = 0 } = cpuSecondsOf('self') ?? {};
  // A service that several files share has not ended.
  const running = `/proc/self/task/${process.pid}/children`;
  const pids = existsSync(running) ? readFileSync(running, 'utf8').split(' ').filter(Boolean) : [];
  const alive = pids
    .map((pid) => cpuSecondsOf(pid))
    .reduce((sum, it) => sum + (it ? it.own + it.ended : 0), 0);
  return [own, ended + alive];
}

/**
 * @param {string} pid
 * @returns {{ own: number, ended: number } | undefined} of a process, and of those that it has waited for
 */
function cpuSecondsOf(pid) {
  try {
    // Fields are counted behind the name, which may have spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
    return {
      own: (user + system) / TICKS_PER_SECOND,
      ended: (childrenUser + childrenSystem) / TICKS_PER_SECOND,
    };
  } catch {
    return undefined; // it has ended meanwhile, or this is no Linux
  }
}

/** Has every worker of this process note its times. @returns {() => void} prints all of them, the most CPU first */
export function collectTimes() {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-times-'));
  const notes = join(folder, 'times.jsonl');
  process.env[VARIABLE] = notes;
  return () => {
    const lines = existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : [];
    rmSync(folder, { recursive: true });
    console.log(timesTable(lines.map((line) => JSON.parse(line))));
  };
}

/** @param {FileTime[]} times */
export function timesTable(times) {
  const cpu = (/** @type {FileTime} */ { own, children }) => own + children;
  const row = (/** @type {(string | number)[]} */ [wall = 0, own = 0, children = 0, file = '']) =>
    [wall, own, children].map((cell) => seconds(cell).padStart(9)).join('') + `  ${file}`;
  const sum = (/** @type {'wall' | 'own' | 'children'} */ name) =>
    times.reduce((all, time) => all + time[name], 0);
  return [
    row(['wall s', 'CPU s', 'children', 'file']),
    ...times
      .toSorted((a, b) => cpu(b) - cpu(a))
      .map(({ file, wall, own, children }) => row([wall, own, children, file])),
    row([sum('wall'), sum('own'), sum('children'), `${times.length} files`]),
  ].join('\n');
}

/** @param {string | number} cell */
const seconds = (cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell);
