import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { MalformedJson, PayloadTooLarge, UnsupportedMediaType } from '../errors/refusals.ts';
import { ClientGone } from './client-gone.ts';

const DECODERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};
const MB = 1_048_576;

/**
 * The body, decompressed. What is too large is refused as soon as that shows and not read to its end, which may
 * never come.
 * @param limit in bytes, after decompression
 * @throws PayloadTooLarge | UnsupportedMediaType | MalformedJson | ClientGone
 */
export async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = () => new PayloadTooLarge(`${limit / MB} MB`);
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase().trim();
  if (encoding === 'identity') {
    if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
    return collect(request, request, limit, tooLarge);
  }
  const decoderOf = DECODERS[encoding as keyof typeof DECODERS] as (typeof DECODERS)['gzip'] | undefined;
  if (decoderOf === undefined) throw new UnsupportedMediaType();
  const decoder = decoderOf();
  try {
    return await collect(request, request.pipe(decoder), limit, tooLarge);
  } finally {
    request.unpipe(decoder);
    decoder.destroy();
  }
}

function collect(
  request: IncomingMessage,
  source: Readable,
  limit: number,
  tooLarge: () => Error,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) done(() => reject(tooLarge()));
      else chunks.push(chunk);
    };
    const end = () => done(() => resolve(Buffer.concat(chunks)));
    // A request breaks only with its connection; a decoder, on bytes that are not what they claim to be.
    const gone = () => {
      if (!request.complete) done(() => reject(new ClientGone()));
    };
    const undecodable = () =>
      done(() => reject(new MalformedJson('The body is not encoded as Content-Encoding says.')));
    const done = (settle: () => void) => {
      source.off('data', take).off('end', end);
      request.off('close', gone);
      settle();
    };
    source.on('data', take).on('end', end);
    request.on('close', gone).on('error', gone);
    if (source !== request) source.on('error', undecodable);
  });
}
