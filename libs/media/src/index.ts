import { MediaObjects1763600000000 } from './migrations/1763600000000-media-objects.ts';
import { KeptStays1763600000950 } from './migrations/1763600000950-kept-stays.ts';

export { audioOf } from './content/audio.ts';
export { bytesOfDataUrl, isBase64 } from './content/data-url.ts';
export { MAX_MEDIA_BYTES, MediaTooLarge } from './content/media-content.ts';
export { photoOf, photosAtWork } from './content/photo.ts';
export { MediaUnavailable } from './media-unavailable.ts';
export { type MediaFile, MediaFiles } from './media-files.ts';
export { MediaStore } from './media-store.ts';
export { openBucket } from './open-bucket.ts';
export { withMedia } from './open-media.ts';
export { withStrays } from './open-strays.ts';
export { PublicAddress } from './public-address.ts';
export { SweepMedia } from './sweep-media.ts';

export const mediaMigrations = [MediaObjects1763600000000, KeptStays1763600000950];
