export { addressKey } from './address-key.ts';
export { admission } from './admission.ts';
export { bareAnswer } from './bare-answer.ts';
export { holdTo } from './bounded-answers.ts';
export { readBytes, readChunks, statedSize } from './body-bytes.ts';
export { ClientGone } from './client-gone.ts';
export { errorBody, type ErrorShape, MAX_ERROR_BYTES } from './error-body.ts';
export { ErrorFilter } from './error.filter.ts';
export { ErrorRules } from './error-rules.ts';
export { ExpectedMigrations, HealthController } from './health.controller.ts';
export { cleanText, EMPTY_BODY, parseJsonBody, type ReceivedBody } from './json-body.ts';
export { isJson, readJson } from './json-request.ts';
export { listen } from './listen.ts';
export { checkMetricsReader } from './metrics-reader.ts';
export { BODY_PACE, LARGE_PACE, LOOK_EVERY_MS, MinimumPace, type Pace, STREAM_PACE } from './minimum-pace.ts';
export { permit } from './permit.ts';
export { notStored } from './not-stored.ts';
export { prepareHost } from './prepare-host.ts';
export { MAX_PROBLEMS, Problems } from './problems.ts';
export { QuietLogger } from './quiet-logger.ts';
export {
  Internal,
  MalformedJson,
  Overloaded,
  PayloadTooLarge,
  RateLimited,
  RetryLater,
  RouteNotFound,
  UnsupportedMediaType,
} from './refusals.ts';
export { requestId, requestIdOf } from './request-id.ts';
export { requestMetrics } from './request-metrics.ts';
export { requestSpans } from './request-spans.ts';
export { runHost } from './run-host.ts';
export { shortened } from './shortened.ts';
export { TokenBuckets } from './token-buckets.ts';
export { AcceptBacklogMonitor } from './accept-backlog-monitor.ts';
export { leaveBodyUnread } from './unread-body.ts';
