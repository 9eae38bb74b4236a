/** The API gives a body of many megabytes five minutes to arrive, and a turn to be worked on. */
export const UPLOAD_TIMEOUT_MS = 360_000;
