import type { DeviceAlertState, ListAlertChanges, ShownAlert } from '@furrow/notifications';
import {
  ALERT_KINDS,
  ALERT_METRICS,
  ALERT_STATES,
  isRaised,
  MAX_ATTEMPTS,
  STATES_BY_GRAVITY,
} from '@furrow/notifications/domain';
import { PAGE_META } from '../http/page-query.ts';
import * as s from '../openapi/schema.ts';

const STATE = s.about(
  s.oneOf(...ALERT_STATES),
  '`pending`: beyond the limit, but not for long enough yet; `no_data`: no readings for an hour, or for as long as the condition has to last',
  'firing',
);

const ALERT_DEVICE = s.named('AlertDevice', 'The state of a rule for one device.', {
  deviceId: s.about(s.text, 'The device’s own id', 'ws-01'),
  state: STATE,
  since: s.about(s.dateTime, 'Since when, by the instants of the readings'),
  flapped: s.about(
    s.flag,
    'Whether changes before this state were left out, because there were too many',
    false,
  ),
  setAsideUntil: s.about(
    s.orNull(s.dateTime),
    `When it is evaluated again, because its evaluation failed ${MAX_ATTEMPTS} times; null if it is evaluated as usual`,
    null,
  ),
});

const ALERT_MODEL = s.named('Alert', 'A rule over devices’ readings, and its state.', {
  key: s.about(s.text, 'The company’s key for it', 'frost'),
  name: s.about(s.text, 'Its name', 'Frost in the north block'),
  kind: s.about(s.oneOf(...ALERT_KINDS), 'What it detects', 'threshold'),
  project: s.about(s.text, 'Key of the project', 'north'),
  projectId: s.about(s.idOf('project'), 'The project that it watches'),
  device: s.about(s.orNull(s.text), 'The only device that it watches; null: all of the project', null),
  metric: s.about(s.orNull(s.oneOf(...ALERT_METRICS)), 'Null for `silent`', 'te'),
  above: s.about(s.orNull(s.number), 'Raised above this value', null),
  below: s.about(s.orNull(s.number), 'Raised below this value', 0),
  for: s.about(s.text, 'For how long the condition has to last', '10m'),
  clearBy: s.about(s.number, 'By how much a value has to return', 1),
  state: s.about(
    STATE,
    'The most severe state of its devices, in the order firing, no_data, pending, ok; no_data without devices',
    'firing',
  ),
  devices: s.about(
    s.listOf(ALERT_DEVICE),
    'Its first 25 devices, the most severe states first, then by deviceId; `…/devices` lists all',
  ),
  counts: s.about(
    s.object({
      ok: s.about(s.count, 'All is well', 3),
      pending: s.about(s.count, 'Beyond the limit, but not for long enough yet', 0),
      firing: s.about(s.count, 'Raised', 1),
      no_data: s.about(s.count, 'No readings', 0),
    }),
    'The number of its devices in each state',
  ),
  setAside: s.about(
    s.count,
    'The number of its devices that are not evaluated for now, because it failed',
    0,
  ),
});

const ALERT_CHANGE = s.named('AlertChange', 'A change of a rule’s state for one device.', {
  key: s.about(s.text, 'Key of the rule', 'frost'),
  name: s.about(s.orNull(s.text), 'Its name; null if it is deleted', 'Frost in the north block'),
  device: s.about(s.text, 'The device’s own id', 'ws-01'),
  state: s.about(STATE, 'The new state', 'firing'),
  at: s.about(s.dateTime, 'Since when, by the instants of the readings'),
  event: s.about(
    s.orNull(s.oneOf('alert.raised', 'alert.cleared')),
    'The event that reported it; null if there is none, such as for `pending`',
    'alert.raised',
  ),
  leftOut: s.about(
    s.count,
    'The number of changes before this one that were left out, because there were too many',
    0,
  ),
});

export const ALERT_CHANGES = s.success(s.listOf(ALERT_CHANGE), {
  meta: s.object({
    next: s.about(s.orNull(s.text), 'Send it as `before` for older changes; null if there are none', '4711'),
  }),
});
export const ALERT = s.success(ALERT_MODEL);
export const ALERTS = s.success(s.listOf(ALERT_MODEL), { meta: PAGE_META });
export const ALERT_DEVICES = s.success(s.listOf(ALERT_DEVICE), { meta: PAGE_META });

export function alertAnswer({
  alert,
  devices,
  counts,
  setAside,
  project,
}: ShownAlert): s.Value<typeof ALERT_MODEL> {
  const { key, name, kind, projectId, deviceId, metric, above, below, clearBy } = alert.state;
  return {
    ...{ key, name, kind, project, projectId, device: deviceId },
    ...{ metric, above, below, for: alert.state.for, clearBy },
    state: STATES_BY_GRAVITY.find((state) => counts[state] > 0) ?? 'no_data',
    devices: devices.map(deviceAnswer),
    ...{ counts, setAside },
  };
}

export const deviceAnswer = (device: DeviceAlertState): s.Value<typeof ALERT_DEVICE> => ({
  ...device,
  since: device.since.toISOString(),
  setAsideUntil: device.setAsideUntil?.toISOString() ?? null,
});

type AlertChange = Awaited<ReturnType<ListAlertChanges['execute']>>['changes'][number];

export const changeAnswer = ({
  deviceId,
  clears,
  at,
  ...change
}: AlertChange): s.Value<typeof ALERT_CHANGE> => ({
  ...{ key: change.key, name: change.name, device: deviceId, state: change.state },
  ...{ at: at.toISOString(), leftOut: change.leftOut },
  event: isRaised(change.state) ? 'alert.raised' : clears ? 'alert.cleared' : null,
});
