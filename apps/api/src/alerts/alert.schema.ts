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
  '`pending`: beyond the limit, but not for long enough yet; `no_data`: for an hour, or as long as it has to last, nothing was measured',
  'firing',
);

const ALERT_MODEL = named('Alert', 'A rule over what devices measure, and how it stands.', {
  key: about(text, 'The company’s own name for it', 'frost'),
  name: about(text, 'What people call it', 'Frost in the north block'),
  kind: about(oneOf(...ALERT_KINDS), 'What it watches for', 'threshold'),
  project: about(text, 'Key of the project', 'north'),
  projectId: about(idOf('project'), 'Where it watches'),
  device: about(orNull(text), 'The one device that it watches; null: all of the project', null),
  metric: about(orNull(oneOf(...ALERT_METRICS)), 'Null of silence', 'te'),
  above: about(orNull(number), 'Raised beyond this', null),
  below: about(orNull(number), 'Raised under this', 0),
  for: about(text, 'For how long that has to last', '10m'),
  clearBy: about(number, 'By how much a value has to be back', 1),
  state: about(
    STATE,
    'The gravest of its devices: firing, no_data, pending, ok; no_data without any',
    'firing',
  ),
  devices: about(
    listOf(
      object({
        deviceId: about(text, 'The device’s own id', 'ws-01'),
        state: STATE,
        since: about(dateTime, 'Since when, by the readings’ own instants'),
      }),
    ),
    'How it stands with each, by deviceId',
  ),
});

export const ALERT = success(ALERT_MODEL);
export const ALERTS = success(listOf(ALERT_MODEL));
