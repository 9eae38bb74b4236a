import type { BucketObjects } from './bucket-objects.ts';

/** Loads the S3 client on demand: it is large, and installations with a disk do not need it. */
export async function openBucket(
  ...bucket: ConstructorParameters<typeof BucketObjects>
): Promise<BucketObjects> {
  const { BucketObjects } = await import('./bucket-objects.ts');
  return new BucketObjects(...bucket);
}
