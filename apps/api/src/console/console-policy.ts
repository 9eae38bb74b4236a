import type { Config } from '@furrow/config';

type MediaDisk = Config['media']['disk'];

/**
 * What a page of the console may load: its own files, the API, and photos and recordings from their storage. Inline
 * scripts do not run.
 */
export function consolePolicy(publicUrl: string, disk: MediaDisk): string {
  const media = [...new Set([new URL(publicUrl).origin, ...(disk.driver === 's3' ? [originOf(disk)] : [])])];
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "font-src 'self'",
    `img-src 'self' data: blob: ${media.join(' ')}`,
    `media-src 'self' blob: ${media.join(' ')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function originOf({
  bucket,
  region,
  endpoint,
  forcePathStyle,
}: Extract<MediaDisk, { driver: 's3' }>): string {
  if (endpoint === undefined) return `https://${bucket}.s3.${region}.amazonaws.com`;
  const { protocol, host, origin } = new URL(endpoint);
  return forcePathStyle ? origin : `${protocol}//${bucket}.${host}`;
}
