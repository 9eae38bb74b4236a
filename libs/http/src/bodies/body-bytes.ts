import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { refuseSlow } from '../limits/bounded-connections.ts';
import { BODY_PACE, LOOK_EVERY_MS, MinimumPace, type Pace } from '../limits/minimum-pace.ts';
import { MalformedJson, PayloadTooLarge, UnsupportedMediaType } from '../errors/transport-errors.ts';
import { ClientGone } from '../errors/client-gone.ts';

/** A map rather than an object, so that an encoding named `__proto__` is not found. */
const DECODERS = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);
const KB = 1_024;
const MB = 1_024 * KB;
const LARGE = MB;
/** The encoding of an uncompressed body. */
const PLAIN = 'identity';

/**
 * Reads the whole body, decompressed. A body that is too large is refused as soon as that is known and not read to its
 * end, which may never come.
 * @param limit in bytes, after decompression
 * @param pace the minimum rate of arrival; the connection of a slower client is answered 408 and closed
 * @throws PayloadTooLarge | UnsupportedMediaType | MalformedJson | ClientGone
 */
export async function readBytes(
  request: IncomingMessage,
  limit: number,
  pace: Pace = BODY_PACE,
): Promise<Buffer> {
  const size = statedSize(request) ?? 0;
  if (size > LARGE && size <= limit) {
    // Assembled as it arrives: chunks that are joined at the end would take twice the memory.
    const whole = Buffer.allocUnsafeSlow(size);
    let at = 0;
    await readChunks(request, limit, pace, (chunk) => (at += chunk.copy(whole, at)));
    return whole.subarray(0, at);
  }
  const chunks: Buffer[] = [];
  await readChunks(request, limit, pace, (chunk) => chunks.push(chunk));
  return Buffer.concat(chunks);
}

/**
 * Reads the body chunk by chunk, for callers that do not need all of it at once.
 * @param take an error that it throws ends the reading
 * @throws as `readBytes`, and as `take`
 */
export async function readChunks(
  request: IncomingMessage,
  limit: number,
  pace: Pace,
  take: (chunk: Buffer) => void,
): Promise<void> {
  const tooLarge = () => new PayloadTooLarge(limit < MB ? `${limit / KB} kB` : `${limit / MB} MB`);
  let size = 0;
  const takeWithin = (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    take(chunk);
  };
  const encoding = encodingOf(request);
  if (encoding === PLAIN) {
    if ((statedSize(request) ?? 0) > limit) throw tooLarge();
    await drain(request, request, pace, takeWithin);
    return;
  }
  const decoderOf = DECODERS.get(encoding);
  if (decoderOf === undefined) throw new UnsupportedMediaType();
  const decoder = decoderOf();
  try {
    await drain(request, request.pipe(decoder), pace, takeWithin);
  } finally {
    request.unpipe(decoder);
    decoder.destroy();
  }
}

/** The length that the request declares, in bytes; undefined if it is unknown before the body is read. */
export function statedSize(request: IncomingMessage): number | undefined {
  const length = request.headers['content-length'];
  return length === undefined || encodingOf(request) !== PLAIN ? undefined : Number(length);
}

function encodingOf({ headers }: IncomingMessage): string {
  return (headers['content-encoding'] ?? PLAIN).toLowerCase().trim();
}

function drain(
  request: IncomingMessage,
  source: Readable,
  pace: Pace,
  take: (chunk: Buffer) => void,
): Promise<void> {
  // The client disconnected before any listener was added, so no event would follow.
  if (request.destroyed) return Promise.reject(new ClientGone());
  return new Promise((resolve, reject) => {
    const data = (chunk: Buffer) => {
      try {
        take(chunk);
      } catch (error) {
        done(() => reject(error instanceof Error ? error : new Error(String(error))));
      }
    };
    const end = () => done(resolve);
    // A request fails only with its connection; a decoder fails on bytes of another format.
    const gone = () => {
      if (!request.complete) done(() => reject(new ClientGone()));
    };
    const undecodable = () =>
      done(() => reject(new MalformedJson('The body does not match its Content-Encoding.')));
    const done = (settle: () => void) => {
      source.off('data', data).off('end', end);
      // An idle connection keeps its last request, which may not keep the body through its listeners. A request without
      // any that fails later would end the process.
      request.off('close', gone).off('error', gone).on('error', nothing);
      stopWatching();
      settle();
    };
    source.on('data', data).on('end', end);
    request.on('close', gone).on('error', gone);
    const stopWatching = watch(request, pace);
    if (source !== request) source.on('error', undecodable);
  });
}

const nothing = () => undefined;

/** Closes the connection if the body arrives too slowly. @returns a function that stops watching */
function watch({ socket }: IncomingMessage, pace: Pace): () => void {
  const progress = new MinimumPace(pace, performance.now(), socket.bytesRead);
  const timer = setInterval(() => {
    if (!progress.isLate(performance.now(), socket.bytesRead)) return;
    clearInterval(timer);
    refuseSlow(socket); // 'close' follows
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
