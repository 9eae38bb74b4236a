/** The refresh interval of a terminal's line, and the interval between plain progress lines. */
const TICK_MS = 200;
const PLAIN_MS = 10_000;

/**
 * Reports what is running and for how long: on a terminal in one line that is rewritten, elsewhere in separate lines.
 *
 * @template T
 * @param {string} what such as "Building"
 * @param {(report: (detail: string) => void) => Promise<T>} work calls `report` with its progress
 * @param {Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>} [stream]
 * @returns {Promise<T>}
 */
export async function withProgress(what, work, stream = process.stderr) {
  const startedAt = performance.now();
  let detail = '';
  const elapsed = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  const line = () => `${what} … ${elapsed()}${detail && `, ${detail}`}`;
  // A line that wraps cannot be overwritten.
  const overwrite = (/** @type {string} */ text) =>
    stream.write(`\r\x1b[K${text.slice(0, (stream.columns || 80) - 1)}`);
  if (!stream.isTTY) stream.write(`${what} …\n`);
  const ticking = stream.isTTY
    ? setInterval(() => overwrite(line()), TICK_MS)
    : setInterval(() => stream.write(`${line()}\n`), PLAIN_MS);
  const end = (/** @type {string} */ how) => {
    clearInterval(ticking);
    if (stream.isTTY) overwrite('');
    stream.write(`${what} … ${how} ${elapsed()}\n`);
  };
  try {
    const answer = await work((text) => (detail = text));
    end('done in');
    return answer;
  } catch (error) {
    end('stopped after');
    throw error;
  }
}
