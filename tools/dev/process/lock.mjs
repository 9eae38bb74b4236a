import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {{ pid: number, what: string }} Holder
 * @typedef {{ release(): Promise<void> }} Lock
 */

/**
 * Takes the lock `name`, or says who holds it.
 *
 * The lock is a listening local socket. The kernel closes it when its holder dies for any reason, so that no lock is
 * ever stale and no reused process id can be mistaken for the holder. Works between processes of one machine (on Linux:
 * of one network namespace).
 *
 * @param {string} name
 * @param {string} what reported to those who are refused
 * @returns {Promise<{ lock: Lock } | { heldBy: Holder, gone: Promise<void> }>} `gone` resolves when the holder releases
 * it
 */
export async function tryLock(name, what) {
  const address = addressOf(name);
  for (;;) {
    const lock = await listen(address, { pid: process.pid, what });
    if (lock) return { lock };
    const holder = await ask(address);
    if (holder) return holder;
    // Nobody answers. Except on Linux, a dead holder leaves its socket file behind.
    if (process.platform !== 'linux') await rm(address, { force: true });
    await sleep(20);
  }
}

/**
 * Takes the lock `name`, waiting for as long as others hold it.
 *
 * @param {string} name
 * @param {string} what
 * @param {(holder: Holder) => void} onWait called once if somebody else holds it
 * @returns {Promise<Lock>}
 */
export async function takeLock(name, what, onWait) {
  for (let waited = false; ; waited = true) {
    const answer = await tryLock(name, what);
    if ('lock' in answer) return answer.lock;
    if (!waited) onWait(answer.heldBy);
    await answer.gone;
  }
}

/** @param {string} name */
function addressOf(name) {
  const id = `furrow-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
  return process.platform === 'linux' ? `\0${id}` : join(tmpdir(), `${id}.sock`);
}

/**
 * @param {string} address
 * @param {Holder} holder
 * @returns {Promise<Lock | undefined>}
 */
function listen(address, holder) {
  /** @type {Set<import('node:net').Socket>} */
  const waiting = new Set();
  const server = createServer((socket) => {
    waiting.add(socket);
    socket.unref();
    socket.on('error', () => {});
    socket.on('close', () => waiting.delete(socket));
    socket.write(`${JSON.stringify(holder)}\n`);
  });
  return new Promise((resolve, reject) => {
    server.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => {
      server.unref();
      resolve({
        release: () =>
          new Promise((done) => {
            server.close(() => done());
            for (const socket of waiting) socket.destroy();
          }),
      });
    });
  });
}

/**
 * @param {string} address
 * @returns {Promise<{ heldBy: Holder, gone: Promise<void> } | undefined>}
 */
function ask(address) {
  return new Promise((resolve) => {
    const socket = connect(address);
    /** @type {Promise<void>} */
    const gone = new Promise((done) => socket.on('close', () => done()));
    const unknown = { pid: 0, what: 'another process' };
    // A suspended holder (Ctrl-Z) accepts without ever answering.
    const silence = setTimeout(() => resolve({ heldBy: unknown, gone }), 1000);
    const settle = (/** @type {Holder | undefined} */ heldBy) => {
      clearTimeout(silence);
      resolve(heldBy && { heldBy, gone });
    };
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
      if (text.endsWith('\n')) settle(JSON.parse(text));
    });
    socket.on('error', () => settle(undefined));
    socket.on('end', () => settle(undefined));
  });
}
