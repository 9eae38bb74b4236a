import { type FollowedReading, ReadingDirectory } from '@furrow/telemetry';

export type { FollowedReading };

/** New readings of many devices. */
export const readingDirectory = new ReadingDirectory();
