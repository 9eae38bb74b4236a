import { absolute, type Bench, type Scale } from '../../bench.ts';
import { perSecond, startLoad } from '../../load/loads.ts';
import { interleave } from '../../rounds.ts';
import type { Stage } from '../../stage/stage.ts';

const CLIENTS = 64;
const DEVICES = 500;
const PATH = '/api/iot/uplinks/ttn';
const FIRST = Date.UTC(2026, 0, 1);
const GOAL = 2_000;

export const uplinks: Bench = {
  name: 'uplinks',
  summary: `one LoRaWAN uplink per request, of ${DEVICES} probes with soil at two depths, ${CLIENTS} clients`,

  async run(stage: Stage, scale: Scale) {
    const calls = scale.quick ? 10 : 200;
    const jwt = await network(stage);
    const api = await stage.startApi();
    const load = startLoad(stage);
    let sent = 0;
    const figures = await interleave(stage, 'uplinks/s', scale.rounds, {
      service: () =>
        perSecond(stage, load, {
          ...{ url: api.url.href, path: PATH, calls, expect: { status: 204, text: '' } },
          clients: Array.from({ length: CLIENTS }, () => ({ jwt, body: () => uplink(sent++) })),
        }),
    });
    const what = 'uplinks, each committed before its response';
    return [absolute(what, '/s', figures.service, { atLeast: GOAL })];
  },
};

const devEuiOf = (device: number) => `70B3D57E${String(device).padStart(8, '0')}`;

/** A farm with its probes. @returns the credential of its network server */
async function network(stage: Stage): Promise<string> {
  const { apiTokens } = await stage.apply({
    company: { key: 'uplinks', name: 'Uplinks', timezone: 'UTC' },
    projects: [{ key: 'farm', name: 'Farm', timezone: 'UTC' }],
    devices: Array.from({ length: DEVICES }, (_, device) => ({
      ...{ deviceId: `uplinks-${device}`, project: 'farm', devEui: devEuiOf(device) },
    })),
    apiTokens: [{ name: 'network', scopes: ['write:telemetry'] }],
  });
  return apiTokens['network']?.credential ?? '';
}

/** As The Things Stack sends it, with what it knows of radio. */
function uplink(number: number): object {
  const received_at = new Date(FIRST + Math.floor(number / DEVICES) * 600_000).toISOString();
  const measured = (depth: number) => ({
    soil: { depth, moisture: 20 + (number % 100) / 10, temperature: 15 },
  });
  return {
    end_device_ids: {
      ...{ device_id: `probe-${number % DEVICES}`, application_ids: { application_id: 'farm' } },
      dev_eui: devEuiOf(number % DEVICES),
    },
    ...{ correlation_ids: ['as:up:01', 'ns:uplink:01'], received_at },
    uplink_message: {
      ...{
        session_key_id: 'AYfg8rhha5n+FWx0ZaAprA==',
        f_port: 2,
        f_cnt: number,
        frm_payload: 'zikA8QelCZtuKJA=',
      },
      decoded_payload: { battery: 3.6 },
      normalized_payload: [measured(20), measured(60)],
      rx_metadata: [{ gateway_ids: { gateway_id: 'gw-1' }, rssi: -57, snr: 9.2, time: received_at }],
      settings: { data_rate: { lora: { bandwidth: 125_000, spreading_factor: 7 } }, frequency: '868100000' },
      received_at,
    },
  };
}
