import { devEuiOf } from '../stage/farm-file.ts';
import { list, type Maker } from './reads.ts';
import type { Refused } from './rows.ts';

const UPLINKS = '/api/iot/uplinks';
const UNKNOWN: Refused = [404, 'device_unknown'];
const AT = '2026-01-10T12:20:00Z';

/** Uplinks of network servers: a device is known to the company of the token alone. */
export const LORAWAN_REQUESTS: Readonly<Record<string, Maker>> = {
  uplinks_ttn: (farm) => ({
    ...{ path: `${UPLINKS}/ttn`, own: 204, foreign: UNKNOWN },
    body: {
      end_device_ids: { dev_eui: devEuiOf(farm.deviceId('one')) },
      uplink_message: { received_at: AT, normalized_payload: [{ air: { temperature: 20 } }] },
    },
  }),
  uplinks_chirpstack: (farm) => ({
    ...{ path: `${UPLINKS}/chirpstack?event=up`, own: 204, foreign: UNKNOWN },
    body: { deviceInfo: { devEui: devEuiOf(farm.deviceId('two')) }, time: AT, object: { t: 20 } },
  }),
  consoleRejectedUplinks_list: list('/api/console/rejected-uplinks'),
};
