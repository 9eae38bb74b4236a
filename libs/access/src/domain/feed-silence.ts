const SILENT_AFTER_MS = 86_400_000;

/** Whether a program has stopped reading a feed: most read several times a day, so one that has not for a day needs attention. */
export const hasStoppedReading = (readAt: Date, now: Date): boolean =>
  now.getTime() - readAt.getTime() > SILENT_AFTER_MS;
