import { useLingui } from '@lingui/react/macro';
import type { Webhook } from '../../../api/types.ts';

export type EventType = Webhook['events'][number];

/** The displayed names of event types, in the order of the form. */
export function useEventNames(): Readonly<Record<EventType, string>> {
  const { t } = useLingui();
  return {
    'session.opened': t`A session was opened`,
    'session.updated': t`A session was changed or extended`,
    'session.closed': t`A session was closed`,
    'records.added': t`Records were added`,
    'record.voided': t`A record was voided`,
    'worker.created': t`A worker was registered`,
    'worker.updated': t`A worker was changed`,
    'shift.recorded': t`A shift was recorded`,
    'rest.due': t`A worker is due for a rest`,
    'form_record.submitted': t`A form was filled in`,
    'treatment.recorded': t`A treatment was recorded`,
    'pay_run.frozen': t`A pay run was frozen`,
    'alert.raised': t`An alert was raised`,
    'alert.cleared': t`An alert was cleared`,
  };
}
