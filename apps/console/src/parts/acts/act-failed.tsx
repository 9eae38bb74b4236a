import { FurrowError } from '@furrow/client';
import { Trans, useLingui } from '@lingui/react/macro';

/** Why a user's action failed, and what to do next; renders nothing without an error. */
export function ActFailed({ error }: { readonly error: Error | null }) {
  const meanings = useMeanings();
  if (error === null) return null;
  const known: FurrowError | undefined = error instanceof FurrowError ? error : undefined;
  return (
    <div className="notice bad" role="alert">
      <p>{known?.status === 0 ? <NoAnswer /> : (meanings[known?.code ?? ''] ?? error.message)}</p>
      {known?.code === 'validation_failed' && (
        <ul>
          {known.details.map(({ field, message }) => (
            <li key={field}>
              <code>{field}</code> {message.startsWith(field) ? message.slice(field.length).trim() : message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function NoAnswer() {
  return <Trans>The server does not answer. Before you try again, check whether the change was made.</Trans>;
}

/** Codes with which the console's actions can be refused. Other refusals are shown in the server's words. */
function useMeanings(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    validation_failed: t`Some values are not valid:`,
    forbidden: t`You may not do this.`,
    farm_changed: t`Somebody else has changed the farm meanwhile: read it again, and look at the change once more.`,
    last_admin: t`Nobody would be left who may change the farm: give another person the role of admin first.`,
    worker_exists: t`Another active worker is this person: same name, hire date and document.`,
    unsupported_media: t`The photo is no JPEG, PNG or WebP.`,
    media_too_large: t`The photo is too large.`,
    idp_id_taken: t`This identity belongs to a user of another company.`,
    payload_too_large: t`This is more than can be changed at once.`,
    rate_limited: t`The server is busy. Try again in a moment.`,
    overloaded: t`The server is busy. Try again in a moment.`,
    url_not_allowed: t`Events are not sent there: the address is private or reserved, or is not https. The operator of Furrow can allow a host of the farm’s own network.`,
    too_many_webhooks: t`The company has the maximum number of webhooks: delete one first.`,
    too_many_alerts: t`The company, or the device, has the maximum number of alerts: delete one first.`,
    webhook_paused: t`The webhook is paused: resume it first.`,
    replay_running: t`A replay since another time is under way: wait until it has ended, or pause the webhook to cancel it.`,
    webhook_not_found: t`The webhook has been deleted meanwhile.`,
    delivery_not_found: t`The delivery is no longer kept.`,
    alert_not_found: t`The alert has been deleted meanwhile.`,
    project_not_found: t`There is no such project.`,
    device_not_found: t`There is no such device in the project.`,
    device_revoked: t`The device has been revoked meanwhile.`,
    token_not_current: t`The token has been replaced or revoked meanwhile.`,
    pay_run_blocked: t`The run still has problems: see “To check” above.`,
    pay_run_overlaps: t`Another frozen run holds some of these days.`,
    too_many_drafts: t`The company has the maximum number of drafts: freeze or delete one first.`,
    pay_line_is_void: t`This amount takes back another one.`,
    pay_run_frozen: t`The run has been frozen meanwhile.`,
    pay_policy_changes: t`The pay policy changes within these days: calculate one run up to the change, and another from the change on.`,
    invalid_date_range: t`The first day must not come after the last.`,
    date_range_too_long: t`A run holds at most 62 days.`,
  };
}
