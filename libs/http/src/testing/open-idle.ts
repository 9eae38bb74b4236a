import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * Two connections to a host that stay open: one that is idle after an answer, and one without a request.
 * @returns them, and the head of the answer
 */
export async function openIdle(url: string): Promise<{ idle: Socket; silent: Socket; head: string }> {
  const opened = async () => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  const [idle, silent] = await Promise.all([opened(), opened()]);
  idle.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [bytes] = (await once(idle, 'data')) as [Buffer];
  return { idle: idle.resume(), silent: silent.resume(), head: bytes.toString() };
}
