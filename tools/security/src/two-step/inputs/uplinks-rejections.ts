import { devEuiOf } from '../../stage/farm-file.ts';
import type { TwoStep } from '../two-step.ts';

const UPLINKS = 5_000;
const CLIENTS = 60;

/** Each uplink that cannot be stored is listed with its reasons, for the console. */
export const uplinksRejections: TwoStep = {
  name: 'uplinks × rejections',
  prepare: async ({ rival }, { quick }) => {
    const headers = {
      authorization: `Bearer ${rival.credential('telemetry')}`,
      'content-type': 'application/json',
    };
    const uplinkOf = (index: number) => {
      const temperature = index % 2 === 0 ? 20 : 2_000;
      return JSON.stringify({
        end_device_ids: { dev_eui: devEuiOf(rival.deviceId(index % 3 === 0 ? 'one' : 'slow')) },
        received_at: new Date(Date.now() - index).toISOString(),
        uplink_message: {
          normalized_payload: Array.from({ length: 20 }, () => ({ air: { temperature } })),
          received_at: new Date(Date.now() - index).toISOString(),
        },
      });
    };
    const count = quick ? UPLINKS / 100 : UPLINKS;
    return {
      made: `${count} uplinks of ${CLIENTS} clients, every other one impossible`,
      send: async () => {
        let next = 0;
        const client = async () => {
          while (next < count) {
            const body = uplinkOf(next++);
            await rival.stage.clients.api.send({
              method: 'POST',
              path: '/api/iot/uplinks/ttn',
              headers,
              body,
            });
            if (next % 100 === 0) await rival.send('ana', 'GET', '/api/console/rejected-uplinks');
          }
        };
        await Promise.all(Array.from({ length: CLIENTS }, client));
        return count;
      },
    };
  },
};
