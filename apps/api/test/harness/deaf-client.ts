import { connect, type Socket } from 'node:net';

/**
 * Asks for the same many times over one connection, and never reads what it is answered.
 * @param request head and body, as they go over the wire
 */
export async function deafClient(url: string, request: string, times: number): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined).pause();
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  socket.write(request.repeat(times));
  return socket;
}
