import type { IncomingMessage } from 'node:http';
import { readBytes } from './body-bytes.ts';
import { EMPTY_BODY, parseJsonBody, type ReceivedBody } from './json-body.ts';
import { UnsupportedMediaType } from '../errors/transport-errors.ts';

/**
 * The JSON body of a request; an empty one counts as an object without members.
 * @param limit in bytes
 * @throws PayloadTooLarge | UnsupportedMediaType | MalformedJson | ValidationFailed | ClientGone
 */
export async function readJson(request: IncomingMessage, limit: number): Promise<ReceivedBody> {
  const bytes = await readBytes(request, limit);
  if (bytes.length > 0 && !isJson(request)) throw new UnsupportedMediaType();
  return bytes.length === 0 ? EMPTY_BODY : parseJsonBody(bytes);
}

export function isJson({ headers }: IncomingMessage): boolean {
  const type = headers['content-type'] ?? '';
  const charset = /charset="?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8';
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type) && /^utf-?8$/i.test(charset);
}
