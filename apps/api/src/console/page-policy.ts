import type { Config } from '@furrow/config';

type MediaDisk = Config['media']['disk'];
type MapTiles = Config['console']['tiles'];

/**
 * What a page of the console may load: its own files, the API, and photos and recordings from their storage. Inline
 * scripts do not run.
 * @param tiles of a map, whose host the operator has named
 */
export function consolePolicy(publicUrl: string, disk: MediaDisk, tiles?: MapTiles): string {
  const media = mediaOrigins(publicUrl, disk);
  const pictures = tiles ? [...media, new URL(tiles.url).origin] : media;
  return policyOf({ media, pictures, scripts: "script-src 'self'", connections: "connect-src 'self'" });
}

/**
 * The same for the field app, which also reads codes with WebAssembly of its own host, and keeps the photos of workers
 * on the phone.
 */
export function fieldPolicy(publicUrl: string, disk: MediaDisk): string {
  const media = mediaOrigins(publicUrl, disk);
  return policyOf({
    ...{ media, pictures: media },
    scripts: "script-src 'self' 'wasm-unsafe-eval'",
    connections: `connect-src 'self' blob: ${media.join(' ')}`,
  });
}

const mediaOrigins = (publicUrl: string, disk: MediaDisk): readonly string[] => [
  ...new Set([new URL(publicUrl).origin, ...(disk.driver === 's3' ? [originOf(disk)] : [])]),
];

interface Allowed {
  /** Origins of photos and recordings. */
  readonly media: readonly string[];
  readonly pictures: readonly string[];
  readonly scripts: string;
  readonly connections: string;
}

function policyOf({ media, pictures, scripts, connections }: Allowed): string {
  return [
    "default-src 'none'",
    scripts,
    "style-src 'self'",
    connections,
    "font-src 'self'",
    `img-src 'self' data: blob: ${pictures.join(' ')}`,
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
