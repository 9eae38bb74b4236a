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
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  const size = (base64.length / 4) * 3 - padding;
  if (size > MAX_MEDIA_BYTES) throw new MediaTooLarge(field);
  // Node's decoder skips over what is no base64; a copy that lost its end would pass for a smaller file.
  if (size <= 0 || base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64))
    throw ValidationFailed.of(field, 'is not complete base64');
  return Buffer.from(base64, 'base64');
}
