import * as s from '../openapi/schema.ts';

const devEui = (description: string, example: string) =>
  s.about(s.within(s.text, { pattern: '^[0-9A-Fa-f]{16}$' }), description, example);
const receivedAt = s.about(
  s.within(s.text, { format: 'date-time' }),
  'When the network received it',
  '2026-03-10T14:05:00.123456789Z',
);

/** An uplink or another message, which is ignored whatever it has. */
const orAnother = (uplink: s.Schema) => s.either(uplink, s.about(s.anyObject, 'Another message'));

/** The members that are read; The Things Stack sends more. */
export const TTN_MESSAGE = orAnother(
  s.open({
    end_device_ids: s.about(
      s.open({ dev_eui: devEui('EUI of the device', '70B3D57ED0000001') }),
      'The device as the network server names it',
    ),
    'received_at?': receivedAt,
    'uplink_message?': s.about(
      s.open({
        'received_at?': receivedAt,
        'f_cnt?': s.about(s.count, 'Frame counter', 42),
        'decoded_payload?': s.about(
          s.anyObject,
          'What the payload formatter returned, for a device with a mapping',
          { temperature: 21.4 },
        ),
        'normalized_payload?': s.about(
          s.listOf(s.anyObject),
          'The same by the schema of the device repository',
        ),
      }),
      'The uplink; absent in other messages',
    ),
  }),
);

export const TTN_EXAMPLE = {
  end_device_ids: { dev_eui: '70B3D57ED0000001' },
  uplink_message: {
    ...{ f_cnt: 42, received_at: '2026-03-10T14:05:00.123456789Z' },
    normalized_payload: [{ soil: { depth: 20, moisture: 27.5, temperature: 16.2 } }],
  },
};

/** The members that are read; ChirpStack sends more. */
export const CHIRPSTACK_EVENT = orAnother(
  s.open({
    deviceInfo: s.about(
      s.open({ devEui: devEui('EUI of the device', '70b3d57ed0000001') }),
      'The device as the network server names it',
    ),
    time: receivedAt,
    'fCnt?': s.about(s.count, 'Frame counter', 42),
    'object?': s.about(s.anyObject, 'What the codec of the device profile returned', { temperature: 21.4 }),
  }),
);

export const CHIRPSTACK_EXAMPLE = {
  deviceInfo: { devEui: '70b3d57ed0000001' },
  ...{ time: '2026-03-10T14:05:00.123456789+00:00', fCnt: 42 },
  object: { temperature: 21.4, humidity: 63 },
};
