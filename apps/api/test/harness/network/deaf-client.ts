import { connect, type Socket } from 'node:net';

/**
 * Sends the same request many times over one connection, and never reads the answers.
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
