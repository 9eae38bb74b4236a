import type { ListRejectedUplinks } from '@furrow/telemetry';
import { LORAWAN_NETWORKS } from '@furrow/telemetry/domain';
import * as s from '../openapi/schema.ts';

const reason = s.named('UplinkReason', 'Why a member of an uplink is not usable.', {
  field: s.about(
    s.text,
    'The member: as in the mapping, or its place in the normalized payload',
    'soil[20].moisture',
  ),
  message: s.about(s.text, 'What it accepts', 'must be a number from 0 to 100'),
});

const rejectedUplink = s.named('RejectedUplink', 'Uplinks of one device of which nothing was stored.', {
  devEui: s.about(s.text, 'EUI of the device', '70B3D57ED0000001'),
  deviceId: s.about(s.orNull(s.text), 'The company’s device with this EUI; null: none', 'probe-1'),
  network: s.about(s.oneOf(...LORAWAN_NETWORKS), 'Which network server sent them'),
  code: s.about(s.oneOf('device_unknown', 'uplink_unusable'), 'As in the response to the network server'),
  reasons: s.about(s.listOf(reason), 'Of the latest one, at most 50'),
  count: s.about(s.within(s.count, { minimum: 1 }), 'How many there were', 12),
  firstAt: s.about(s.dateTime, 'When the first one came'),
  lastAt: s.about(s.dateTime, 'When the latest one came'),
});
export const REJECTED_UPLINKS = s.success(s.listOf(rejectedUplink));

type Rejected = Awaited<ReturnType<ListRejectedUplinks['execute']>>[number];

export const rejectedUplinkAnswer = ({
  firstAt,
  lastAt,
  ...uplink
}: Rejected): s.Value<typeof rejectedUplink> => ({
  ...uplink,
  firstAt: firstAt.toISOString(),
  lastAt: lastAt.toISOString(),
});
