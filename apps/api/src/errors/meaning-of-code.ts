import type { Code } from './status-of-code.ts';

/** What each code means to a client, and what to do about it. Part of the API's document. */
const MEANING_OF_CODE: Readonly<Record<Code, string>> = {
  validation_failed: 'Fields are missing or wrong; `details` names every one of them.',
  malformed_json: 'The body is not valid JSON in UTF-8.',
  malformed_multipart: 'The body is not valid multipart/form-data, or ends in the middle.',
  cursor_expired:
    'The cursor is of an earlier epoch of the database, which was restored since: begin again with `updatedSince`.',
  cursor_mismatch: 'The cursor goes on with another question: ask with the filters it was given for.',
  sign_in_failed: 'What came back from the identity provider vouches for nobody: sign in again.',

  unauthenticated: 'No credential was sent.',
  invalid_token: 'The credential is not one of ours, was revoked, or is malformed.',
  token_expired: 'The credential was good once: get a new one.',

  insufficient_scope: 'The API token lacks the scope that this endpoint needs.',
  user_not_registered: 'The JWT is good, but its `sub` is no active user of any company.',
  identity_mismatch: 'The body names another `idpId` than the JWT.',
  forbidden: 'Known, but not allowed here.',
  cross_site_request: 'A cookie of the console came with a change that no page of the console asked for.',
  sign_in_off: 'Nobody can sign in at the console here; the message says what the operator has to set.',
  not_session_owner: 'Only whoever opened the session may do this.',
  not_treatment_author: 'Only whoever recorded the treatment, or an admin, may do this.',
  company_mismatch: 'The filter names another company than the token’s.',
  project_forbidden: 'The filter names a project that is not of the token’s company.',
  sector_forbidden: 'The filter names a sector that is not of the token’s company.',
  device_forbidden: 'The filter names a device that is not of the key’s company.',

  project_not_found: 'The company has no such project.',
  sector_not_found: 'The company has no such sector.',
  indicator_not_found: 'There is no indicator of this name; the message lists those that there are.',
  session_not_found: 'The company has no such session.',
  record_not_found: 'The company has no such record.',
  worker_not_found: 'The company has no such worker.',
  shift_not_found: 'The company has no such shift.',
  pay_run_not_found: 'The company has no such pay run.',
  pay_statement_not_found: 'The pay run has no statement of such a worker.',
  quality_not_found: 'The company has no such quality.',
  form_not_found: 'There is no such form, or it is not for this user.',
  form_version_not_found: 'The form never had this version.',
  task_not_found: 'There is no such task, or it is somebody else’s.',
  device_not_found: 'The company has no such device.',
  user_not_found: 'The company has no such user.',
  token_not_found: 'The company has no such API token.',
  webhook_not_found: 'There is no such webhook in your company.',
  delivery_not_found: 'There is no such delivery of this webhook, or it is no longer kept.',
  treatment_not_found: 'The company has no such treatment.',
  alert_not_found: 'The company has no such alert.',
  media_not_found: 'There is no such medium any more.',
  route_not_found: 'There is nothing at this path with this method.',

  session_already_open:
    'Somebody has a session open for this project, day and sector; `sessionId` names it when it is the caller’s own.',
  pre_harvest_interval:
    'The sector was treated, and its pre-harvest interval is not over; `override` with a reason opens the session all the same.',
  reentry_interval:
    'The sector was treated, and nobody may enter it yet; `override` with a reason opens the session all the same.',
  session_not_open: 'The session is closed, and stays as it is.',
  record_is_void: 'The record is itself the counter-movement of a void.',
  shift_ended: 'The shift ended otherwise already, at `endedAt`.',
  pay_run_blocked: 'Something has to be seen to before the run can be frozen; `flags` says what.',
  pay_run_overlaps: 'Another frozen run, `payRunId`, covers a day and project of this one.',
  pay_run_frozen: 'The pay run is frozen, and stays as it is.',
  shift_is_void: 'The shift was voided, and can no longer be ended.',
  device_revoked: 'The device was revoked: registered again, it comes back with a new secret.',
  webhook_paused: 'The webhook is paused, and nothing is sent: make it active first.',
  too_many_webhooks: 'The company has as many webhooks as it may have.',
  token_not_current: 'The API token was revoked, or another one has taken its place.',

  precondition_failed: 'The medium is not as `If-Match` or `If-Unmodified-Since` say.',
  media_too_large: 'A photo, recording or signature is larger than 12 MB.',
  payload_too_large: 'The body is larger than this endpoint takes.',
  unsupported_media: 'The bytes of a file are of no kind that is taken here, whatever its label says.',
  unsupported_media_type: 'The `Content-Type` or `Content-Encoding` of the body is not taken here.',

  range_not_satisfiable: 'The medium ends before the range begins; `Content-Range` tells its length.',

  idempotency_key_reused: 'The key was used before with other content. Nothing was written.',
  recorded_after_end: 'The record was made after the session had ended.',
  recorded_before_opening: 'The record was made more than 5 minutes before the session was opened.',
  recorded_in_future:
    'The record lies more than 5 minutes ahead of the server’s clock, which `serverTime` tells.',
  duration_elapsed: 'The session would have ended already with this duration.',
  opened_in_future:
    'The opening lies more than 5 minutes ahead of the server’s clock, which `serverTime` tells.',
  started_in_future:
    'The start lies more than 5 minutes ahead of the server’s clock, which `serverTime` tells.',
  pay_policy_changes: 'Another pay policy begins within the days, on `cutAt`: make two runs of them.',
  shift_too_long: 'A shift lasts at most 24 hours.',
  invalid_date_range: 'The range ends before it starts.',
  date_range_too_long: 'The range has more days than one answer may cover.',
  sector_not_in_project: 'Both are the company’s, but the sector lies in another project.',
  url_not_allowed:
    'The URL is not https, holds credentials, or leads to an address that is private, loopback, link-local or reserved.',
  task_not_of_form: 'The task asks for another form.',

  upgrade_required: 'Plain HTTP where a WebSocket is spoken; the token itself was good.',
  rate_limited: 'Too many requests: wait for `Retry-After` seconds.',
  internal: 'A defect of ours, noted under the `x-request-id` of the answer.',
  overloaded: 'The service cannot answer right now: try again after `Retry-After` seconds.',
  identity_provider_unavailable: 'The keys of the identity provider cannot be read right now: try again.',
};

export function meaningOfCode(code: Code): string {
  return MEANING_OF_CODE[code];
}
