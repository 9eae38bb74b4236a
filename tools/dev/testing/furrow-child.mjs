// Runs commands of the operator's command line one after the other for tests: the built program with the given
// variables, in a process that has loaded it already. `furrow-pool.mjs` starts these processes.
import { setTimeout as sleep } from 'node:timers/promises';

// The import path is computed, because built files have no types.
const { run } = await import(new URL('../../furrow/bundle/program.js', import.meta.url).href);

/** @type {Record<'stdout' | 'stderr', string>} */
const printed = { stdout: '', stderr: '' };
for (const name of /** @type {const} */ (['stdout', 'stderr']))
  process[name].write = /** @type {typeof process.stdout.write} */ (
    (/** @type {string | Uint8Array} */ chunk, /** @type {unknown[]} */ ...rest) => {
      printed[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      const done = rest.find((each) => typeof each === 'function');
      if (done) process.nextTick(done);
      return true;
    }
  );

process.on(
  'message',
  async (/** @type {{ args: string[], env: Record<string, string> }} */ { args, env }) => {
    const before = open();
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    const code = await run(args);
    // Waits for open handles, as a process of its own would.
    while (open() > before) await sleep(1);
    process.send?.({ code, ...printed });
    Object.assign(printed, { stdout: '', stderr: '' });
  },
);
process.send?.('ready');

/** The number of handles that keep a process alive. */
function open() {
  return process.getActiveResourcesInfo().length;
}
