import { randomBytes } from 'node:crypto';
import { isId } from '@furrow/kernel';
import type { MediaContent } from './content/media-content.ts';

/** Unguessable, and below its company: `<companyId>/<40 hexadecimal digits>.jpg`. */
export function newMediaKey(companyId: string, { extension }: MediaContent): string {
  return `${companyId}/${randomBytes(20).toString('hex')}.${extension}`;
}

/** Undefined if the text is not a key. */
export function companyOfKey(key: string): string | undefined {
  const [, companyId] = /^([0-9a-f-]{36})\/[0-9a-f]{40}\.[a-z0-9]{1,5}$/.exec(key) ?? [];
  return isId(companyId) ? companyId : undefined;
}
