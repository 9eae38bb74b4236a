export { bareAnswer } from './errors/bare-answer.ts';
export { readBytes, readChunks, statedSize } from './bodies/body-bytes.ts';
export { ClientGone } from './errors/client-gone.ts';
export { type ErrorShape } from './errors/error-body.ts';
export { ErrorRules } from './errors/error-rules.ts';
export { LIVE, READY } from './observability/health.answer.ts';
export { cleanText, EMPTY_BODY, parseJsonBody, type ReceivedBody } from './bodies/json-body.ts';
export { isJson, readJson } from './bodies/json-request.ts';
export { isStrict, strangersIn } from './bodies/strict.ts';
export { listen } from './host/listen.ts';
export { isLoopbackName, isOfThisMachine } from './host/of-this-machine.ts';
export { notStored } from './host/not-stored.ts';
export { MAX_PROBLEMS, Problems } from './errors/problems.ts';
export {
  Internal,
  Overloaded,
  PayloadTooLarge,
  RateLimited,
  RetryLater,
  RouteNotFound,
  UnsupportedMediaType,
} from './errors/transport-errors.ts';
export { requestId } from './observability/request-id.ts';
export { shortened } from './errors/shortened.ts';
