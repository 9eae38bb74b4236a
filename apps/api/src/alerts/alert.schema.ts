import { ALERT_KINDS, ALERT_METRICS, ALERT_STATES } from '@furrow/notifications/domain';
import {
  about,
  dateTime,
  idOf,
  listOf,
  named,
  number,
  object,
  oneOf,
  orNull,
  success,
  text,
} from '../openapi/schema.ts';

const STATE = about(
  oneOf(...ALERT_STATES),
  '`pending`: beyond the limit, but not for long enough yet; `no_data`: no readings for an hour, or for as long as the condition has to last',
  'firing',
);

const ALERT_MODEL = named('Alert', 'A rule over devices’ readings, and its state.', {
  key: about(text, 'The company’s key for it', 'frost'),
  name: about(text, 'Its name', 'Frost in the north block'),
  kind: about(oneOf(...ALERT_KINDS), 'What it detects', 'threshold'),
  project: about(text, 'Key of the project', 'north'),
  projectId: about(idOf('project'), 'The project that it watches'),
  device: about(orNull(text), 'The only device that it watches; null: all of the project', null),
  metric: about(orNull(oneOf(...ALERT_METRICS)), 'Null for `silent`', 'te'),
  above: about(orNull(number), 'Raised above this value', null),
  below: about(orNull(number), 'Raised below this value', 0),
  for: about(text, 'For how long the condition has to last', '10m'),
  clearBy: about(number, 'By how much a value has to return', 1),
  state: about(
    STATE,
    'The most severe state of its devices, in the order firing, no_data, pending, ok; no_data without devices',
    'firing',
  ),
  devices: about(
    listOf(
      object({
        deviceId: about(text, 'The device’s own id', 'ws-01'),
        state: STATE,
        since: about(dateTime, 'Since when, by the instants of the readings'),
      }),
    ),
    'The state of each device, by deviceId',
  ),
});

const ALERT_CHANGE = named('AlertChange', 'A change of a rule’s state for one device.', {
  key: about(text, 'Key of the rule', 'frost'),
  name: about(orNull(text), 'Its name; null if it is deleted', 'Frost in the north block'),
  device: about(text, 'The device’s own id', 'ws-01'),
  state: about(STATE, 'The new state', 'firing'),
  at: about(dateTime, 'Since when, by the instants of the readings'),
  event: about(
    orNull(oneOf('alert.raised', 'alert.cleared')),
    'The event that reported it; null if there is none, such as for `pending`',
    'alert.raised',
  ),
});

export const ALERT_CHANGES = success(listOf(ALERT_CHANGE), {
  meta: object({
    next: about(orNull(text), 'Send it as `before` for older changes; null if there are none', '4711'),
  }),
});
export const ALERT = success(ALERT_MODEL);
export const ALERTS = success(listOf(ALERT_MODEL));
