// The operator's command line, one command after the other: what a test runs of it is the built program with the variables
// that it is given, in a process that has loaded it already. `furrow-pool.mjs` starts these.
import { setTimeout as sleep } from 'node:timers/promises';

// By a name that is computed, for what was built has no types.
const { run } = await import(new URL('../../furrow/bundle/program.js', import.meta.url).href);

/** @type {Record<'stdout' | 'stderr', string>} */
const told = { stdout: '', stderr: '' };
for (const name of /** @type {const} */ (['stdout', 'stderr']))
  process[name].write = /** @type {typeof process.stdout.write} */ (
    (/** @type {string | Uint8Array} */ chunk, /** @type {unknown[]} */ ...rest) => {
      told[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
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
    // A process of its own would not end before.
    while (open() > before) await sleep(1);
    process.send?.({ code, ...told });
    Object.assign(told, { stdout: '', stderr: '' });
  },
);
process.send?.('ready');

/** How much there is that keeps a process alive. */
function open() {
  return process.getActiveResourcesInfo().length;
}
