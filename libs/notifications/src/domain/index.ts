export { addressOfHost, isPublicAddress } from './address.ts';
export {
  type Answer,
  type Attempt,
  type Consequence,
  DELIVERY_STATUSES,
  type DeliveryStatus,
  judge,
  type Judged,
} from './delivery.ts';
export { AllowedHosts, Destination } from './destination.ts';
export {
  AlertNotFound,
  DeliveryNotFound,
  TooManyAlerts,
  ReplayRunning,
  TooManyWebhooks,
  UrlNotAllowed,
  WebhookNotFound,
  WebhookPaused,
} from './errors.ts';
export {
  bodyOf,
  type CommittedAct,
  EVENT_TYPES,
  type EventBody,
  type EventData,
  type EventKey,
  eventsOf,
  type EventType,
  type FarmEvent,
  readEventId,
  EVENT_ACTS,
} from './event.ts';
export { type Recipient, mayReceive, isSameAudience, sessionInQuestion } from './event-audience.ts';
export {
  type HistoryPosition,
  Replay,
  REPLAY_STATUSES,
  type ReplayState,
  type ReplayStatus,
  WEBHOOK_PAUSED,
} from './replay.ts';
export { LONGEST_WAIT_MS, RetrySchedule, retryAfterMs } from './retry-schedule.ts';
export {
  MAX_REPLACED,
  OVERLAP_MS,
  signedHeaders,
  type SignedMessage,
  SigningSecret,
} from './signing-secret.ts';
export {
  FAILING_MS,
  MAX_WEBHOOKS,
  PAUSE_REASONS,
  type PauseReason,
  Webhook,
  WEBHOOK_STATUSES,
  type WebhookChanges,
  type WebhookId,
  type WebhookState,
  type WebhookStatus,
} from './webhook.ts';
export {
  Alert,
  ALERT_KINDS,
  ALERT_METRICS,
  SOIL_METRICS,
  type SoilMetric,
  LOOKS_BACK_MS,
  type AlertKind,
  type AlertMetric,
  type AlertState,
  type AlertDeclaration,
} from './alerts/alert.ts';
export { MAX_ATTEMPTS, retryAt } from './alerts/alert-attempts.ts';
export {
  type AlertTarget,
  alertLimitsExceeded,
  hasSameTarget,
  MAX_ALERTS,
  MAX_ALERTS_OF_DEVICE,
} from './alerts/alert-limits.ts';
export { keptChanges, MAX_CHANGES } from './alerts/kept-changes.ts';
export {
  ALERT_STATES,
  isRaised,
  STATES_BY_GRAVITY,
  type AlertChange,
  type AlertProgress,
  type AlertStateName,
  ALLOWED_LATENESS_MS,
  beginning,
  type DeviceReading,
  evaluateReadings,
} from './alerts/alert-evaluation.ts';
