import { ValidationFailed } from '@furrow/kernel';
import { MAX_MEDIA_BYTES, MediaTooLarge } from './media-content.ts';

const HEAD = /^data:[^,]{0,255};base64,/i;

/**
 * The bytes of a `data:…;base64,…` URL. Its declared type is ignored.
 * @throws ValidationFailed for anything else, including truncated base64; MediaTooLarge before decoding
 */
export function bytesOfDataUrl(text: unknown, field: string): Buffer {
  const [head] = typeof text === 'string' ? (HEAD.exec(text.slice(0, 300)) ?? []) : [];
  if (typeof text !== 'string' || head === undefined)
    throw ValidationFailed.of(field, 'must be a base64 data URL, such as data:image/jpeg;base64,…');
  const base64 = text.slice(head.length);
  const size = (base64.length / 4) * 3 - paddingOf(base64);
  if (size > MAX_MEDIA_BYTES) throw new MediaTooLarge(field);
  // Node's decoder skips invalid characters, so a truncated copy would pass for a smaller file.
  if (size <= 0 || base64.length % 4 !== 0 || !isBase64(base64))
    throw ValidationFailed.of(field, 'is not complete base64');
  return Buffer.from(base64, 'base64');
}

/** Whether a text is base64 of any length, including an empty one. */
export function isBase64(text: string): boolean {
  // Searching for an invalid character needs no memory; matching 16 million valid ones needs a stack.
  return !/[^A-Za-z0-9+/]/.test(text.slice(0, text.length - paddingOf(text)));
}

function paddingOf(base64: string): number {
  if (base64.endsWith('==')) return 2;
  return base64.endsWith('=') ? 1 : 0;
}
