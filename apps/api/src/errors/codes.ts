import type { DomainError } from '@furrow/kernel';
import { Contradictory } from './api-errors.ts';

/**
 * Every code by its HTTP status, with its meaning to a client and what to do about it, which is part of the API's
 * document. A code that is missing here is a defect, and answers 500.
 */
const CODES = {
  400: {
    validation_failed: 'Fields are missing or wrong; `details` names every one of them.',
    malformed_json: 'The body is not valid JSON in UTF-8.',
    malformed_multipart: 'The body is not valid multipart/form-data, or ends in the middle.',
    cursor_expired:
      'The database was restored, or a standby was promoted, since the cursor was returned: begin again with `updatedSince`.',
    cursor_mismatch: 'The cursor belongs to another request: use the filters that it was returned for.',
    sign_in_failed: 'The identity provider’s response is not valid: sign in again.',
  },
  401: {
    unauthenticated: 'No credential was sent.',
    invalid_token: 'The credential is unknown, revoked or malformed.',
    token_expired: 'The credential has expired: get a new one.',
  },
  403: {
    insufficient_scope: 'The API token lacks the scope that this endpoint needs.',
    user_not_registered: 'The JWT is valid, but its `sub` is not an active user of any company.',
    invitation_ambiguous:
      'Several companies have invited the e-mail address of this JWT: all but one have to withdraw the invitation.',
    identity_mismatch: 'The body names another `idpId` than the JWT.',
    forbidden: 'The caller is known, but not allowed to do this.',
    cross_site_request:
      'A session of the console was used by a request that did not come from a page of the console.',
    sign_in_off: 'Sign-in at the console is not configured; the message says what the operator has to set.',
    not_session_owner: 'Only the user who opened the session may do this.',
    paid_by_frozen_run:
      'A frozen pay run, `payRunId`, covers the day and project; only an admin may void its work.',
    not_treatment_author: 'Only the user who recorded the treatment, or an admin, may do this.',
    company_mismatch: 'The filter names another company than the caller’s.',
    project_forbidden: 'The filter names a project of another company, or an unknown one.',
    sector_forbidden: 'The filter names a sector of another company, or an unknown one.',
    device_forbidden: 'The filter names a device of another company, or an unknown one.',
  },
  404: {
    project_not_found: 'The company has no such project.',
    sector_not_found: 'The company has no such sector.',
    session_not_found: 'The company has no such session.',
    record_not_found: 'The company has no such record.',
    worker_not_found: 'The company has no such worker.',
    badge_not_found: 'No worker of the company ever had a badge with this code.',
    shift_not_found: 'The company has no such shift.',
    pay_run_not_found: 'The company has no such pay run.',
    receipt_not_found: 'There is no such link to the days of a worker, or it has expired or was revoked.',
    pay_line_not_found: 'The company has no such manual line.',
    pay_statement_not_found: 'The pay run has no statement of this worker.',
    quality_not_found: 'The company has no such quality.',
    form_not_found: 'There is no such form, or this user may not see it.',
    form_version_not_found: 'The form never had this version.',
    task_not_found: 'There is no such task, or it is assigned to another user.',
    device_unknown:
      'No active device of the company has this devEui: register it, or remove it at the network server.',
    device_not_found: 'The company has no such device.',
    token_not_found: 'The company has no such API token.',
    webhook_not_found: 'The company has no such webhook.',
    delivery_not_found: 'The webhook has no such delivery, or it is no longer kept.',
    user_not_found: 'The company has no such user.',
    treatment_not_found: 'The company has no such treatment.',
    alert_not_found: 'The company has no such alert.',
    media_not_found: 'There is no such file.',
    indicator_not_found: 'There is no indicator of this name; the message lists the names.',
    route_not_found: 'There is no operation with this path and method.',
  },
  409: {
    session_already_open:
      'There is an open session for this project, day and sector; `sessionId` names it if it is the caller’s own.',
    pre_harvest_interval:
      'The sector was treated, and its pre-harvest interval is not over; `override` with a reason opens the session nevertheless.',
    reentry_interval:
      'The sector was treated, and people may not enter it yet; `override` with a reason opens the session nevertheless.',
    worker_exists: 'Another active worker, `workerId`, has this name, hire date and document.',
    session_not_open: 'The session is closed, and can no longer be changed.',
    session_open: 'The session is still open; the office corrects it once it is closed.',
    record_is_void: 'The record is itself the counter-movement of a void; a correction: or it is void.',
    pay_line_is_void: 'The line takes back another one: state the amount again instead.',
    shift_ended: 'The shift has already ended differently, at `endedAt`.',
    shift_is_void: 'The shift was voided, and can no longer be ended.',
    pay_run_blocked: 'Something must be settled before the run can be frozen; `flags` says what.',
    pay_run_overlaps: 'Another frozen run, `payRunId`, covers a day and project of this one.',
    pay_run_frozen: 'The pay run is frozen, and can no longer be changed.',
    idp_id_taken: 'An idpId belongs to a user of another company.',
    device_id_taken: 'A deviceId belongs to another company.',
    too_many_drafts: 'The company has `limit` drafts, the maximum: freeze or delete one first.',
    device_revoked: 'The device was revoked: register it again to give it a new secret.',
    token_not_current: 'The API token was revoked or replaced.',
    webhook_paused: 'The webhook is paused, and nothing is sent: activate it first.',
    replay_running: 'A replay of the webhook with another beginning is under way: wait until it has ended.',
    too_many_webhooks: 'The company has the maximum number of webhooks.',
  },
  412: {
    farm_changed:
      'The farm was changed since the version in `If-Match` was read; `version` is the one it has now.',
    precondition_failed: 'The file does not match `If-Match` or `If-Unmodified-Since`.',
  },
  413: {
    media_too_large: 'A photo, recording or signature is larger than 12 MB.',
    payload_too_large: 'The body is larger than this endpoint accepts.',
  },
  415: {
    unsupported_media: 'The content of a file has a type that is not accepted here, whatever its label says.',
    unsupported_media_type: 'The `Content-Type` or `Content-Encoding` of the body is not accepted here.',
  },
  416: {
    range_not_satisfiable: 'The file ends before the range begins; `Content-Range` has its length.',
  },
  422: {
    workbook_unreadable:
      'The file is no workbook, is damaged, or has more than is read; the message says what.',
    xlsform_unsupported:
      'The XLSForm has parts without a counterpart in a form; `problems` names every place and reason.',
    idempotency_key_reused: 'The key was used before with other content. Nothing was written.',
    container_unknown: 'The company uses no container of this key.',
    units_mismatch: 'The units or their unit contradict the containers; `expected` has the units.',
    units_out_of_range:
      'A container of this kind does not hold so many units; `min` and `max` are the bounds of one.',
    gross_below_tare: 'The weight is not above that of the empty containers, `tare` each.',
    share_repeated: 'Two shares of the record are of one worker: give that worker one share.',
    badge_unknown: 'No worker had the badge at that instant.',
    recorded_after_end: 'The record was made after the session had ended.',
    recorded_before_opening: 'The record was made more than 5 minutes before the session was opened.',
    recorded_in_future: 'The record is more than 5 minutes ahead of the server’s clock, see `serverTime`.',
    duration_elapsed: 'With this duration the session would already have ended.',
    opened_in_future: 'The opening is more than 5 minutes ahead of the server’s clock, see `serverTime`.',
    ends_in_future: 'The end is more than 5 minutes ahead of the server’s clock, see `serverTime`.',
    started_in_future: 'The start is more than 5 minutes ahead of the server’s clock, see `serverTime`.',
    shift_too_long: 'A shift lasts at most 24 hours.',
    last_admin: 'The change would leave no active admin.',
    pay_policy_changes: 'Another pay policy begins within the days, on `cutAt`: split them into two runs.',
    invalid_date_range: 'The range ends before it starts.',
    date_range_too_long: 'The range has more days than one response may cover.',
    sector_not_in_project: 'Both belong to the company, but the sector is in another project.',
    task_not_of_form: 'The task is for another form.',
    url_not_allowed:
      'The URL is not https, contains credentials, or leads to an address that is private, loopback, link-local or reserved.',
    uplink_unusable: 'Nothing of the uplink can be stored; `details` says why, by member.',
    too_many_alerts: 'The company, or a device, has the maximum number of alert rules.',
  },
  426: {
    // the gateway’s own
    upgrade_required: 'Plain HTTP instead of a WebSocket; the token itself was valid.',
  },
  429: {
    rate_limited: 'Too many requests: wait for `Retry-After` seconds.',
  },
  500: {
    internal: 'A defect of the service, logged with the `x-request-id` of the response.',
  },
  503: {
    overloaded: 'The service cannot answer right now: try again after `Retry-After` seconds.',
    identity_provider_unavailable: 'The keys of the identity provider cannot be read right now: try again.',
  },
} as const;

type Codes = typeof CODES;
export type Code = { [Status in keyof Codes]: keyof Codes[Status] }[keyof Codes];

interface Meaning {
  readonly status: number;
  readonly meaning: string;
}
const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(CODES).flatMap(([status, codes]) =>
    Object.entries(codes).map(([code, meaning]) => [code, { status: Number(status), meaning }]),
  ),
);

/** Undefined for a code without a status. */
export function statusOf(refusal: DomainError): number | undefined {
  return refusal instanceof Contradictory ? 422 : statusOfCode(refusal.code);
}

export const statusOfCode = (code: string): number | undefined => MEANINGS.get(code)?.status;

export const meaningOfCode = (code: Code): string => MEANINGS.get(code)?.meaning ?? '';
