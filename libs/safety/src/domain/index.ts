export { isOwed, type NotedRest, wasDue } from './noted-rest.ts';
export {
  type HeatNow,
  type HeatReading,
  READING_COUNTS_MS,
  REST_STATUSES,
  type RestNow,
  RestRules,
  type RestStatus,
} from './rest-of-worker.ts';
export {
  REST_METRICS,
  REST_RANGES,
  type RestMetric,
  RestRule,
  type RestRuleDeclaration,
  type RestRuleState,
} from './rest-rule.ts';
export { type Span, type WorkedShift, WorkSinceBreak } from './work-since-break.ts';
