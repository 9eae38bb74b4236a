import { createServer } from 'node:net';

/** A port of this machine that nobody listens on, for programs that cannot be told to take any. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
