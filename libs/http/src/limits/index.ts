export { AcceptBacklogMonitor } from './admission/accept-backlog-monitor.ts';
export { addressKey } from './address-key.ts';
export { admission, tooManyRequests } from './admission/admission.ts';
export { holdTo } from './bounded-answers.ts';
export { BODY_PACE, LARGE_PACE, LOOK_EVERY_MS, MinimumPace, type Pace, STREAM_PACE } from './minimum-pace.ts';
export { permit, withPermit } from './permit.ts';
export { ReadingRates, type Wait } from './rates/reading-rates.ts';
export { TokenBuckets } from './token-buckets.ts';
