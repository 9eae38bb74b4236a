import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../testbed/postgres/embedded-postgres.mjs';
import { provision } from '../../testbed/postgres/provision.mjs';
import { BackOff } from './back-off.mjs';

/**
 * Runs the embedded database of `home`, and restarts it whenever it dies. Its connection strings are in
 * `database.json` while it runs, for every process of this installation.
 *
 * @param {object} options
 * @param {import('./home.mjs').Home} options.home
 * @param {AbortSignal} options.stopping
 * @param {(line: string) => void} options.say
 * @param {() => void} options.onMoved called when it restarted on another port
 * @returns {Promise<{ port: number, stop: () => Promise<void> }>} `stop` once `stopping` is aborted
 */
export async function runDatabase({ home, stopping, say, onMoved }) {
  const backOff = new BackOff();
  let server = await start();
  const supervision = supervise();
  return {
    port: server.port,
    stop: async () => {
      await supervision;
      await server.stop();
      home.remove('database.json');
    },
  };

  async function start() {
    const started = await startEmbeddedPostgres({ dir: home.path('postgres'), stopping, say });
    try {
      home.write('database.json', await provision(started));
      backOff.started();
      return started;
    } catch (error) {
      await started.stop();
      throw error;
    }
  }

  async function supervise() {
    const stopped = new Promise((resolve) => stopping.addEventListener('abort', resolve, { once: true }));
    while (!stopping.aborted) {
      await Promise.race([server.died, stopped]);
      if (stopping.aborted) return;
      const delay = backOff.next();
      say(`PostgreSQL ended unexpectedly; restarting it in ${delay / 1000} s.`);
      try {
        await sleep(delay, undefined, { signal: stopping });
        const { port } = server;
        server = await start();
        say(`PostgreSQL is back on port ${server.port}.`);
        if (server.port !== port) onMoved();
      } catch (error) {
        if (!stopping.aborted) say(/** @type {Error} */ (error).message);
      }
    }
  }
}
