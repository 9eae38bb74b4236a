import { join } from 'node:path';
import type { Variables } from './variables.ts';

/** A folder of this machine, or an S3-compatible bucket. */
export type MediaDisk =
  | { readonly driver: 'fs'; readonly folder: string }
  | {
      readonly driver: 's3';
      readonly bucket: string;
      readonly region: string;
      /** Unset: Amazon's own. */
      readonly endpoint: string | undefined;
      /** Unset: those of the machine itself (a role, a profile). */
      readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
      /** The bucket in the path rather than in the host's name. */
      readonly forcePathStyle: boolean;
    };

export function mediaDiskOf(read: Variables, home: string): MediaDisk {
  if (read.oneOf('MEDIA_DRIVER', ['fs', 's3'], 'fs') === 'fs')
    return { driver: 'fs', folder: join(home, 'media') };
  const bucket = read.text('S3_BUCKET');
  if (bucket === undefined)
    read.missing('S3_BUCKET', 'MEDIA_DRIVER=s3 needs the name of a bucket', ['MEDIA_DRIVER']);
  const endpoint = read.url('S3_ENDPOINT', ['http:', 'https:']);
  return {
    driver: 's3',
    bucket: bucket ?? '',
    region: read.text('S3_REGION') ?? 'us-east-1',
    endpoint,
    credentials: credentialsOf(read),
    // Servers other than Amazon's seldom have a host name for each bucket.
    forcePathStyle: read.flag('S3_FORCE_PATH_STYLE', endpoint !== undefined),
  };
}

function credentialsOf(read: Variables) {
  const names = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const [accessKeyId, secretAccessKey] = names.map((name) => read.text(name));
  if (accessKeyId !== undefined && secretAccessKey !== undefined) return { accessKeyId, secretAccessKey };
  for (const name of accessKeyId === secretAccessKey ? [] : names)
    if (read.text(name) === undefined)
      read.missing(name, `${names.join(' and ')} are given together or not at all`, names);
  return undefined;
}
