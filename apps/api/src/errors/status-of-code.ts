import type { DomainError } from '@furrow/kernel';
import { Contradictory } from './refusals.ts';

/** The HTTP status of every code. A missing code is a defect, and answers 500. */
const STATUS_OF_CODE = {
  validation_failed: 400,
  malformed_json: 400,
  malformed_multipart: 400,
  cursor_expired: 400,
  cursor_mismatch: 400,
  sign_in_failed: 400,

  unauthenticated: 401,
  invalid_token: 401,
  token_expired: 401,

  insufficient_scope: 403,
  user_not_registered: 403,
  identity_mismatch: 403,
  forbidden: 403,
  cross_site_request: 403,
  sign_in_off: 403,
  not_session_owner: 403,
  paid_by_frozen_run: 403,
  not_treatment_author: 403,
  company_mismatch: 403,
  project_forbidden: 403,
  sector_forbidden: 403,
  device_forbidden: 403,

  project_not_found: 404,
  sector_not_found: 404,
  session_not_found: 404,
  record_not_found: 404,
  worker_not_found: 404,
  shift_not_found: 404,
  pay_run_not_found: 404,
  pay_statement_not_found: 404,
  quality_not_found: 404,
  form_not_found: 404,
  form_version_not_found: 404,
  task_not_found: 404,
  device_not_found: 404,
  token_not_found: 404,
  webhook_not_found: 404,
  delivery_not_found: 404,
  user_not_found: 404,
  treatment_not_found: 404,
  alert_not_found: 404,
  media_not_found: 404,
  indicator_not_found: 404,
  route_not_found: 404,

  session_already_open: 409,
  pre_harvest_interval: 409,
  reentry_interval: 409,
  session_not_open: 409,
  session_open: 409,
  record_is_void: 409,
  shift_ended: 409,
  shift_is_void: 409,
  pay_run_blocked: 409,
  pay_run_overlaps: 409,
  pay_run_frozen: 409,
  too_many_drafts: 409,
  device_revoked: 409,
  token_not_current: 409,
  webhook_paused: 409,
  replay_running: 409,
  too_many_webhooks: 409,

  precondition_failed: 412,
  media_too_large: 413,
  payload_too_large: 413,
  unsupported_media: 415,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,

  idempotency_key_reused: 422,
  recorded_after_end: 422,
  recorded_before_opening: 422,
  recorded_in_future: 422,
  duration_elapsed: 422,
  opened_in_future: 422,
  ends_in_future: 422,
  started_in_future: 422,
  shift_too_long: 422,
  pay_policy_changes: 422,
  invalid_date_range: 422,
  date_range_too_long: 422,
  sector_not_in_project: 422,
  task_not_of_form: 422,
  url_not_allowed: 422,
  too_many_alerts: 422,

  upgrade_required: 426, // the gateway’s own
  rate_limited: 429,
  internal: 500,
  overloaded: 503,
  identity_provider_unavailable: 503,
} as const;

export type Code = keyof typeof STATUS_OF_CODE;

/** Undefined for a code without a status. */
export function statusOf(refusal: DomainError): number | undefined {
  return refusal instanceof Contradictory ? 422 : statusOfCode(refusal.code);
}

export function statusOfCode(code: string): number | undefined {
  return (STATUS_OF_CODE as Readonly<Record<string, number>>)[code];
}
