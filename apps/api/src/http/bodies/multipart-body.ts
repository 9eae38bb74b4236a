import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { cleanText, parseJsonBody, PayloadTooLarge, readChunks, type ReceivedBody } from '@furrow/http';
import type { Pace } from '@furrow/http/limits';
import { ValidationFailed } from '@furrow/kernel';
import { isBase64, MAX_MEDIA_BYTES, MediaTooLarge } from '@furrow/media';
import createParser from 'busboy';
import { MalformedMultipart } from '../../errors/api-errors.ts';

/** A file that was sent as a part. */
export interface ReceivedFile {
  /** The name of its part. */
  readonly field: string;
  readonly bytes: Buffer;
}

/** Including the part with the JSON. */
const MAX_PARTS = 101;

/**
 * Reads multipart/form-data: JSON in the part of one name, a file in every other, in any order. Nothing is written to
 * disk; a body or file that is too large is refused as soon as that is known.
 * @param jsonPart the name of the part with the JSON, which must occur exactly once
 * @param limit of the whole body, in bytes; each file may have 12 MB
 * @param pace the minimum rate of arrival
 * @throws ValidationFailed | MalformedMultipart | MalformedJson | MediaTooLarge | PayloadTooLarge | ClientGone
 */
export async function readMultipart(
  request: IncomingMessage,
  jsonPart: string,
  limit: number,
  pace: Pace,
): Promise<{ readonly body: ReceivedBody; readonly files: readonly ReceivedFile[] }> {
  const all = await readParts(request, limit, pace, jsonPart);
  const [json, ...more] = all.filter(({ field }) => field === jsonPart);
  if (json === undefined)
    throw ValidationFailed.of(jsonPart, 'is missing: one part must have this name and contain the JSON');
  if (more.length > 0) throw ValidationFailed.of(jsonPart, 'must be sent as one part');
  return { body: parseJsonBody(json.bytes), files: all.filter((part) => part !== json) };
}

/**
 * Reads all parts of multipart/form-data as files.
 * @param unbounded the part that may be as large as the body
 * @throws MalformedMultipart | MediaTooLarge | PayloadTooLarge | ClientGone
 */
export async function readParts(
  request: IncomingMessage,
  limit: number,
  pace: Pace,
  unbounded?: string,
): Promise<readonly ReceivedFile[]> {
  const parts = new Parts(request.headers['content-type'], unbounded, limit);
  try {
    await readChunks(request, limit, pace, (chunk) => parts.take(chunk));
    return await parts.end();
  } finally {
    parts.discard();
  }
}

/** The parts of one body as they arrive. */
class Parts {
  readonly #parser: createParser.Busboy;
  readonly #parts: ReceivedFile[] = [];
  #failure: Error | undefined;

  constructor(
    contentType: string | undefined,
    private readonly unbounded: string | undefined,
    limit: number,
  ) {
    try {
      this.#parser = createParser({
        headers: { 'content-type': contentType },
        defParamCharset: 'utf8',
        // Parts without a file name are decoded as text. This preserves bytes that are not text.
        defCharset: 'base64',
        limits: { fieldSize: limit, parts: MAX_PARTS + 1 },
      });
    } catch {
      throw new MalformedMultipart();
    }
    this.#parser
      .on('file', (name: string | undefined, stream, { filename }: { filename?: string }) =>
        this.#takeFile(name, filename === undefined, stream),
      )
      .on('field', (name: string | undefined, text: string | undefined) => this.#takeText(name, text))
      .on('partsLimit', () => this.#fail(new PayloadTooLarge(`${MAX_PARTS} parts`)))
      .on('error', () => this.#fail(new MalformedMultipart()));
  }

  /** @throws the first problem of the body so far */
  take(chunk: Buffer): void {
    this.#parser.write(chunk);
    if (this.#failure) throw this.#failure;
  }

  async end(): Promise<readonly ReceivedFile[]> {
    this.#parser.end();
    await finished(this.#parser).catch(() => this.#fail(new MalformedMultipart()));
    if (this.#failure) throw this.#failure;
    return this.#parts;
  }

  /** Frees everything, even in the middle of a part. */
  discard(): void {
    this.#parser.destroy();
  }

  #takeFile(name: string | undefined, unnamed: boolean, stream: Readable): void {
    const chunks: Buffer[] = [];
    let size = 0;
    // It fails together with the parser, which reports the error.
    stream.on('error', () => undefined);
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (this.#isWithin(name, size)) chunks.push(chunk);
    });
    stream.on('end', () => {
      // Browsers send this for a file input without a file.
      if (unnamed && size === 0) return;
      this.#add(name, Buffer.concat(chunks));
    });
  }

  #takeText(name: string | undefined, text: string | undefined): void {
    // A part with a charset was decoded by it, or is undefined if the charset is unknown.
    if (text === undefined) {
      this.#fail(new MalformedMultipart('A part of the body has an unknown charset; it must be UTF-8.'));
      return;
    }
    const bytes = Buffer.from(text, isBase64(text) ? 'base64' : 'utf8');
    if (this.#isWithin(name, bytes.length)) this.#add(name, bytes);
  }

  #isWithin(name: string | undefined, size: number): boolean {
    if ((name !== undefined && name === this.unbounded) || size <= MAX_MEDIA_BYTES) return true;
    this.#fail(new MediaTooLarge(`media.${name ?? ''}`));
    return false;
  }

  #add(name: string | undefined, bytes: Buffer): void {
    try {
      if (name === undefined) throw new MalformedMultipart('A part of the body has no name.');
      this.#parts.push({ field: cleanText(name, 'media'), bytes });
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  /** The first problem is reported; nothing more is kept. */
  #fail(error: Error): void {
    this.#failure ??= error;
    this.#parts.length = 0;
  }
}
