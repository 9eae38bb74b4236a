import { ValidationFailed } from '@furrow/kernel';
import { MAX_MEDIA_BYTES, MediaTooLarge } from './media-content.ts';

const HEAD = /^data:[^,]{0,255};base64,/i;

/**
 * The bytes of a `data:…;base64,…` URL. What it says of their type is not looked at.
 * @throws ValidationFailed for anything else, base64 that was cut off included; MediaTooLarge before decoding
 */
export function bytesOfDataUrl(text: unknown, field: string): Buffer {
  const [head] = typeof text === 'string' ? (HEAD.exec(text.slice(0, 300)) ?? []) : [];
  if (typeof text !== 'string' || head === undefined)
    throw ValidationFailed.of(field, 'must be a base64 data URL, such as data:image/jpeg;base64,…');
  const base64 = text.slice(head.length);
  const size = (base64.length / 4) * 3 - paddingOf(base64);
  if (size > MAX_MEDIA_BYTES) throw new MediaTooLarge(field);
  // Node's decoder skips over what is no base64; a copy that lost its end would pass for a smaller file.
  if (size <= 0 || base64.length % 4 !== 0 || !isBase64(base64))
    throw ValidationFailed.of(field, 'is not complete base64');
  return Buffer.from(base64, 'base64');
}

/** Whether a text is base64 of any length, the empty one too. */
export function isBase64(text: string): boolean {
  // The search for what does not belong needs no memory; a match of 16 million characters needs a stack.
  return !/[^A-Za-z0-9+/]/.test(text.slice(0, text.length - paddingOf(text)));
}

function paddingOf(base64: string): number {
  if (base64.endsWith('==')) return 2;
  return base64.endsWith('=') ? 1 : 0;
}
