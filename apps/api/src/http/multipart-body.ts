import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import {
  cleanText,
  type Pace,
  parseJsonBody,
  PayloadTooLarge,
  readChunks,
  type ReceivedBody,
} from '@furrow/http';
import { ValidationFailed } from '@furrow/kernel';
import { isBase64, MAX_MEDIA_BYTES, MediaTooLarge } from '@furrow/platform';
import createParser from 'busboy';
import { MalformedMultipart } from '../errors/refusals.ts';

/** A file that came in a part of its own. */
export interface ReceivedFile {
  /** The name of its part. */
  readonly field: string;
  readonly bytes: Buffer;
}

/** With the part that holds the JSON. */
const MAX_PARTS = 101;

/**
 * A body of multipart/form-data: JSON in the part of one name, a file in every other, in whatever order. Nothing
 * touches the disk; a body or a file that is too large is refused as soon as that shows.
 * @param jsonPart the name of the part with the JSON, which is there exactly once
 * @param limit of the whole, in bytes; each file may have 12 MB
 * @param pace at which it has to arrive
 * @throws ValidationFailed | MalformedMultipart | MalformedJson | MediaTooLarge | PayloadTooLarge | ClientGone
 */
export async function readMultipart(
  request: IncomingMessage,
  jsonPart: string,
  limit: number,
  pace: Pace,
): Promise<{ readonly body: ReceivedBody; readonly files: readonly ReceivedFile[] }> {
  const parts = new Parts(request.headers['content-type'], jsonPart, limit);
  try {
    await readChunks(request, limit, pace, (chunk) => parts.take(chunk));
    const all = await parts.end();
    const [json, ...more] = all.filter(({ field }) => field === jsonPart);
    if (json === undefined)
      throw ValidationFailed.of(jsonPart, 'is missing: one part of this name holds the JSON');
    if (more.length > 0) throw ValidationFailed.of(jsonPart, 'must be a single part');
    return { body: parseJsonBody(json.bytes), files: all.filter((part) => part !== json) };
  } finally {
    parts.discard();
  }
}

/** The parts of one body as they come in. */
class Parts {
  readonly #parser: createParser.Busboy;
  readonly #parts: ReceivedFile[] = [];
  #failure: Error | undefined;

  constructor(
    contentType: string | undefined,
    private readonly jsonPart: string,
    limit: number,
  ) {
    try {
      this.#parser = createParser({
        headers: { 'content-type': contentType },
        defParamCharset: 'utf8',
        // Parts without a file name come as text. This keeps their bytes, of which not all are text.
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

  /** @throws what is wrong with the body so far */
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

  /** Lets go of everything, also in the middle of a part. */
  discard(): void {
    this.#parser.destroy();
  }

  #takeFile(name: string | undefined, unnamed: boolean, stream: Readable): void {
    const chunks: Buffer[] = [];
    let size = 0;
    // It breaks with the parser, which tells.
    stream.on('error', () => undefined);
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (this.#isWithin(name, size)) chunks.push(chunk);
    });
    stream.on('end', () => {
      // A file that nobody chose, as browsers send it.
      if (unnamed && size === 0) return;
      this.#add(name, Buffer.concat(chunks));
    });
  }

  #takeText(name: string | undefined, text: string | undefined): void {
    // One that states its charset was decoded by it, or is undefined where nobody knows that charset.
    if (text === undefined) {
      this.#fail(new MalformedMultipart('A part of the body has an unknown charset.'));
      return;
    }
    const bytes = Buffer.from(text, isBase64(text) ? 'base64' : 'utf8');
    if (this.#isWithin(name, bytes.length)) this.#add(name, bytes);
  }

  #isWithin(name: string | undefined, size: number): boolean {
    if (name === this.jsonPart || size <= MAX_MEDIA_BYTES) return true;
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

  /** What was wrong first is told; no more is kept. */
  #fail(error: Error): void {
    this.#failure ??= error;
    this.#parts.length = 0;
  }
}
