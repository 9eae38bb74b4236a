import type { ListRejectedUplinks } from '@furrow/telemetry';
import { LORAWAN_NETWORKS } from '@furrow/telemetry/domain';
import {
  about,
  count,
  dateTime,
  listOf,
  named,
  oneOf,
  orNull,
  success,
  text,
  type Value,
  within,
} from '../openapi/schema.ts';

const reason = named('UplinkReason', 'Why a member of an uplink is not usable.', {
  field: about(
    text,
    'The member: as in the mapping, or its place in the normalized payload',
    'soil[20].moisture',
  ),
  message: about(text, 'What it accepts', 'must be a number from 0 to 100'),
});

const rejectedUplink = named('RejectedUplink', 'Uplinks of one device of which nothing was stored.', {
  devEui: about(text, 'EUI of the device', '70B3D57ED0000001'),
  deviceId: about(orNull(text), 'The company’s device with this EUI; null: none', 'probe-1'),
  network: about(oneOf(...LORAWAN_NETWORKS), 'Which network server sent them'),
  code: about(oneOf('device_unknown', 'uplink_unusable'), 'As in the response to the network server'),
  reasons: about(listOf(reason), 'Of the latest one, at most 50'),
  count: about(within(count, { minimum: 1 }), 'How many there were', 12),
  firstAt: about(dateTime, 'When the first one came'),
  lastAt: about(dateTime, 'When the latest one came'),
});
export const REJECTED_UPLINKS = success(listOf(rejectedUplink));

type Rejected = Awaited<ReturnType<ListRejectedUplinks['execute']>>[number];

export const rejectedUplinkAnswer = ({
  firstAt,
  lastAt,
  ...uplink
}: Rejected): Value<typeof rejectedUplink> => ({
  ...uplink,
  firstAt: firstAt.toISOString(),
  lastAt: lastAt.toISOString(),
});
