/** The API allows a body of many megabytes five minutes to arrive, and some time to be processed. */
export const UPLOAD_TIMEOUT_MS = 360_000;
