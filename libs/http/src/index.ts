export { addressKey } from './limits/address-key.ts';
export { admission, tooManyRequests } from './limits/admission.ts';
export { bareAnswer } from './errors/bare-answer.ts';
export { holdTo } from './limits/bounded-answers.ts';
export { Buckets } from './limits/buckets.ts';
export { readBytes, readChunks, statedSize } from './bodies/body-bytes.ts';
export { ClientGone } from './errors/client-gone.ts';
export { errorBody, type ErrorShape, MAX_ERROR_BYTES } from './errors/error-body.ts';
export { ErrorFilter } from './errors/error.filter.ts';
export { ErrorRules } from './errors/error-rules.ts';
export { ExpectedMigrations, HealthController } from './observability/health.controller.ts';
export { cleanText, EMPTY_BODY, parseJsonBody, type ReceivedBody } from './bodies/json-body.ts';
export { isJson, readJson } from './bodies/json-request.ts';
export { listen } from './host/listen.ts';
export { isLoopbackName, isOfThisMachine } from './host/of-this-machine.ts';
export {
  BODY_PACE,
  LARGE_PACE,
  LOOK_EVERY_MS,
  MinimumPace,
  type Pace,
  STREAM_PACE,
} from './limits/minimum-pace.ts';
export { permit } from './limits/permit.ts';
export { notStored } from './host/not-stored.ts';
export { prepareHost } from './host/prepare-host.ts';
export { MAX_PROBLEMS, Problems } from './errors/problems.ts';
export { QuietLogger } from './observability/quiet-logger.ts';
export {
  Internal,
  MalformedJson,
  Overloaded,
  PayloadTooLarge,
  RateLimited,
  RetryLater,
  RouteNotFound,
  UnsupportedMediaType,
} from './errors/refusals.ts';
export { requestLog } from './observability/request-log.ts';
export { requestId, requestIdOf } from './observability/request-id.ts';
export { requestMetrics } from './observability/request-metrics.ts';
export { requestSpans } from './observability/request-spans.ts';
export { runHost } from './host/run-host.ts';
export { shortened } from './errors/shortened.ts';
export { TokenBuckets } from './limits/token-buckets.ts';
export { AcceptBacklogMonitor } from './limits/accept-backlog-monitor.ts';
export { leaveBodyUnread } from './bodies/unread-body.ts';
