/** A file to send with an item. */
export interface NewMedia {
  /** The field of the form. */
  readonly field: string;
  readonly data: Uint8Array | ArrayBuffer | Blob;
  /** Its media type; the API detects the type from the bytes. */
  readonly type?: string;
}

/** A stored file. */
export interface Media {
  readonly field: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The API's limits of one file, and of all files of one item together. */
const MAX_FILE_BYTES = 12 * 1_048_576;
const maxItemBytes = () => (isMultipartPossible() ? 19 : 14) * 1_048_576; // a body may have 20 MB; data URLs are a third larger

/** A file that the API would refuse; reported when it is added, while it can still be taken again. */
export class MediaTooLarge extends Error {
  override readonly name = 'MediaTooLarge';
  readonly code = 'media_too_large';

  constructor(readonly field: string) {
    super(
      `${field} is too large: a file has at most 12 MB, all files of one item ${maxItemBytes() / 1_048_576} MB.`,
    );
  }
}

/** @throws MediaTooLarge */
export async function readMedia(files: readonly NewMedia[]): Promise<Media[]> {
  const media: Media[] = [];
  let total = 0;
  for (const { field, data, type } of files) {
    const size = 'byteLength' in data ? data.byteLength : data.size;
    total += size;
    if (size > MAX_FILE_BYTES || total > maxItemBytes()) throw new MediaTooLarge(field);
    const labelled = type ?? ('type' in data ? data.type : '');
    media.push({ field, type: labelled || 'application/octet-stream', bytes: await bytesOf(data) });
  }
  return media;
}

/** A copy, so that later changes by the app are not sent. */
async function bytesOf(data: NewMedia['data']): Promise<Uint8Array<ArrayBuffer>> {
  if ('byteLength' in data) return new Uint8Array(data).slice();
  return new Uint8Array(await data.arrayBuffer());
}

let multipart: boolean | undefined;

/** Whether this platform can create a Blob from bytes; React Native cannot. */
export function isMultipartPossible(): boolean {
  multipart ??= (() => {
    try {
      return new Blob([new Uint8Array(1)]).size === 1 && typeof FormData === 'function';
    } catch {
      return false;
    }
  })();
  return multipart;
}

export const dataUrlOf = ({ type, bytes }: Media): string => `data:${type};base64,${toBase64(bytes)}`;

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PADDING = '='.charCodeAt(0);

/** Implemented here, because some phones lack btoa, and none accepts megabytes in one argument. */
export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  const codes: number[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const bits = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const digit = (shift: number) => DIGITS.charCodeAt((bits >> shift) & 63);
    codes.push(digit(18), digit(12), left > 1 ? digit(6) : PADDING, left > 2 ? digit(0) : PADDING);
    if (codes.length >= 4_096) pieces.push(String.fromCharCode(...codes.splice(0)));
  }
  pieces.push(String.fromCharCode(...codes));
  return pieces.join('');
}

/** The inverse of `toBase64`. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const length = text.indexOf('=') < 0 ? text.length : text.indexOf('=');
  const bytes = new Uint8Array((length * 3) >> 2);
  let bits = 0;
  for (let i = 0, at = 0; i < length; i++) {
    bits = (bits << 6) | DIGITS.indexOf(text[i] ?? 'A');
    if (i % 4 > 0) bytes[at++] = (bits >> (6 - (i % 4) * 2)) & 255;
  }
  return bytes;
}
