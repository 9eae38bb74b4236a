import type { GoodRequest } from './reads.ts';

/** The body of a request as it is sent, with its media type. */
export function sentBody({ body, file }: Pick<GoodRequest, 'body' | 'file'>): {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
} {
  if (file !== undefined) return { headers: { 'content-type': 'application/octet-stream' }, body: file };
  if (body === undefined) return { headers: {} };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
