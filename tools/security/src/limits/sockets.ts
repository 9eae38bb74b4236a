import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { inParallel } from '@furrow/testbed/load';
import { connectTo } from '../cost/exchange.ts';

/** The header timeout is 15 s, checked every 5 s; this allows far more for a busy machine. */
const ENDED_WITHIN_MS = 120_000;
const AT_ONCE = 200;
/** File descriptors of this process other than its sockets. */
const OTHER_FILES = 500;

/** A connection that an attacker holds open. */
export interface Held {
  readonly socket: Socket;
  readonly ended: Promise<void>;
  /** The data received before its end. */
  answer: string;
}

export async function hold(url: string): Promise<Held> {
  const socket = connectTo(url);
  const held: Held = {
    socket,
    answer: '',
    ended: new Promise((resolve) => socket.once('close', () => resolve())),
  };
  socket.on('data', (chunk: Buffer) => (held.answer += chunk.toString('latin1')));
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
    socket.once('error', () => resolve()); // it is closed, which is what counts
  });
  socket.on('error', () => undefined);
  return held;
}

export async function holdMany(url: string, count: number): Promise<Held[]> {
  const all: Held[] = [];
  await inParallel(Array.from({ length: count }), AT_ONCE, async () => void all.push(await hold(url)));
  return all;
}

/** Closes those that remain. @returns how many the service has not closed in time */
export async function unended(all: readonly Held[], withinMs = ENDED_WITHIN_MS): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, withinMs)));
  await Promise.race([Promise.all(all.map(({ ended }) => ended)), late]);
  clearTimeout(timer);
  const left = all.filter(({ socket }) => !socket.closed);
  for (const { socket } of left) socket.destroy();
  return left.length;
}

/** The maximum number of connections of a process on this machine. */
export function mostSockets(): number {
  try {
    const [, limit = ''] =
      /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === 'unlimited' ? Infinity : Number(limit) - OTHER_FILES;
  } catch {
    return Infinity;
  }
}
