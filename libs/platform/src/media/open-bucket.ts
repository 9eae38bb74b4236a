import type { BucketObjects } from './bucket-objects.ts';

/** Loads what speaks to buckets: it is large, and an installation with a disk has no use for it. */
export async function openBucket(
  ...bucket: ConstructorParameters<typeof BucketObjects>
): Promise<BucketObjects> {
  const { BucketObjects } = await import('./bucket-objects.ts');
  return new BucketObjects(...bucket);
}
