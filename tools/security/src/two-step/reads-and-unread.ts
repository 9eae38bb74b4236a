import { connectTo, exchange, headOf, heard, type RawRequest } from '../cost/exchange.ts';

/** As long as a permit may be waited for, and the answer itself. */
const ANSWERED_WITHIN_MS = 60_000;

/**
 * Sends requests over many connections at once. One half of the clients reads the answers; the other half reads their
 * beginning, and hangs up when the first half is served.
 * @param atOnce the size of each half
 * @returns how many were sent
 * @throws Error when there is no answer
 */
export async function readsAndUnread(
  url: string,
  requests: readonly RawRequest[],
  atOnce: number,
): Promise<number> {
  const each = Array.from({ length: atOnce }, (_, i) => requests[i % requests.length] as RawRequest);
  const unread = each.map((request) => {
    const socket = connectTo(url);
    socket.on('error', () => undefined); // 'close' follows
    socket.write(headOf(request));
    return socket;
  });
  try {
    await Promise.all([
      ...unread.map((socket) => heard(socket, ANSWERED_WITHIN_MS).then(() => socket.pause())),
      ...each.map((request) => exchange(url, request, ANSWERED_WITHIN_MS)),
    ]);
  } finally {
    for (const socket of unread) socket.destroy();
  }
  return 2 * atOnce;
}
