import { type FollowedReading, ReadingDirectory } from '@furrow/telemetry';

export type { FollowedReading };

/** Readings of many devices as they come. */
export const readingDirectory = new ReadingDirectory();
