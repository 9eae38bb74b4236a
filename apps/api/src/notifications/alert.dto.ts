import { DURATION } from '@furrow/kernel';
import { ALERT_KINDS, ALERT_METRICS, type AlertKind, type AlertMetric } from '@furrow/notifications/domain';
import { Matches } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import { About, Id, IfGiven, NumberFrom, OneOf, Optional, Text } from '../http/fields.ts';
import { PageQuery, PageSizeAsked } from '../http/page-query.ts';

const FURTHEST = 1e12;
const ORDERS = ['key', 'state'] as const;

export class AlertsQuery extends PageQuery {
  @About('`key`: by key; `state`: the most severe state first, then by key', 'state')
  @IfGiven(OneOf(ORDERS), ApiProperty({ default: 'key' }))
  order: (typeof ORDERS)[number] = 'key';
}

export class AlertChangesQuery {
  @About('Continue with older changes: `meta.next` of an earlier response', '4711')
  @IfGiven(
    Matches(/^[1-9]\d{0,17}$/, { message: '$property must be meta.next of an earlier response' }),
    ApiProperty({ type: String }),
  )
  before?: string;

  @PageSizeAsked()
  pageSize = 25;
}

export class AlertBody {
  @About('Its name', 'Frost in the north block')
  @Text(200)
  name: string;

  @About('`silent`: a device sends nothing; `threshold`: what it measures is beyond a limit', 'threshold')
  @OneOf(ALERT_KINDS)
  kind: AlertKind;

  @About(
    'Key or id of a project of the company: all of its active devices are watched, unless `device` names one',
    'north',
  )
  @Id()
  project: string;

  @About('An active device of the project', 'ws-01')
  @Optional(Id())
  device?: string | null;

  @About('For a threshold: the member of weather readings to watch', 'te')
  @Optional(OneOf(ALERT_METRICS))
  metric?: AlertMetric | null;

  @About('Raised above this value; this or `below`', 35)
  @Optional(NumberFrom(-FURTHEST, FURTHEST))
  above?: number | null;

  @About('Raised below this value; this or `above`', 0)
  @Optional(NumberFrom(-FURTHEST, FURTHEST))
  below?: number | null;

  @About(
    'For how long the condition has to last, by the instants of the readings: 1m to 30d of silence, 0s to 30d beyond a limit',
    '10m',
  )
  @Matches(new RegExp(DURATION), { message: '$property must be a duration such as 90s, 10m, 2h or 1d' })
  @Text(7)
  for: string;

  @About('By how much a value has to return within the limit before the alert is cleared', 1)
  @Optional(NumberFrom(0, FURTHEST))
  clearBy?: number | null;
}
