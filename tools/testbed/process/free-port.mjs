import { createServer } from 'node:net';

/**
 * Systems give outgoing connections a port above 32,767 (Linux) or 49,151. A server that is restarted at a port of that
 * kind may find a connection there, and a client that tries to reach it meanwhile may reach itself.
 */
const [LOWEST, COUNT] = [12_000, 20_000];
/** Processes that look for ports at the same time begin far from each other. */
let next = (process.pid * 251) % COUNT;

/**
 * A port of the loopback address that nobody listens at and that this process has not been given before: for programs
 * that cannot choose one themselves, and for those that are restarted at the same one.
 *
 * @param {number} [wanted] used if it is free
 * @returns {Promise<number>}
 */
export async function freePort(wanted) {
  if (wanted && (await isFree(wanted))) return wanted;
  for (let attempt = 0; attempt < COUNT; attempt++) {
    const port = LOWEST + (next++ % COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${LOWEST} to ${LOWEST + COUNT - 1} is free.`);
}

/** @param {number} port */
function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.on('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
