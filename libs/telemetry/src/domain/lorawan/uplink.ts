import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import { isDevEuiText } from './dev-eui.ts';

export const LORAWAN_NETWORKS = ['ttn', 'chirpstack'] as const;
export type LorawanNetwork = (typeof LORAWAN_NETWORKS)[number];

/** What a network server reports of one message of a device. */
export interface Uplink {
  /** 16 upper-case hexadecimal digits. */
  readonly devEui: string;
  /** Starts again when a device joins again. */
  readonly frameCounter: number | null;
  /** When the network received it, as the network server writes it. */
  readonly time: unknown;
  /** What the decoder of the network server returned; undefined: nothing. */
  readonly decoded: unknown;
  /** What The Things Stack made of that by its schema; undefined: nothing. */
  readonly normalized: unknown;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * The uplink in a request of a network server; undefined for its other events, which are of no interest.
 * @throws ValidationFailed if it is no event of this network server
 */
export function uplinkOf(network: LorawanNetwork, body: Members, event: unknown): Uplink | undefined {
  return network === 'ttn' ? uplinkOfTtn(body) : uplinkOfChirpStack(body, event);
}

/** What The Things Stack also sends to a webhook, if it is told to. */
const OTHER_MESSAGES = [
  ...['join_accept', 'downlink_ack', 'downlink_nack', 'downlink_sent', 'downlink_failed', 'downlink_queued'],
  ...['downlink_queue_invalidated', 'location_solved', 'service_data', 'uplink_normalized'],
];

function uplinkOfTtn(body: Members): Uplink | undefined {
  const message = body['uplink_message'];
  if (message === undefined && OTHER_MESSAGES.some((name) => Object.hasOwn(body, name))) return undefined;
  const problems: FieldProblem[] = [];
  const uplink = membersIn(message, 'uplink_message', problems);
  const ids = membersIn(body['end_device_ids'], 'end_device_ids', problems);
  const devEui = devEuiIn(ids['dev_eui'], 'end_device_ids.dev_eui', problems);
  const time = uplink['received_at'] ?? body['received_at'];
  timeIn(time, 'uplink_message.received_at', problems);
  if (problems.length > 0) throw new ValidationFailed(problems);
  return {
    ...{ devEui, time, frameCounter: counterOf(uplink['f_cnt'] ?? 0) },
    ...{ decoded: uplink['decoded_payload'], normalized: uplink['normalized_payload'] },
  };
}

function uplinkOfChirpStack(body: Members, event: unknown): Uplink | undefined {
  if (event !== 'up') return undefined;
  const problems: FieldProblem[] = [];
  const info = membersIn(body['deviceInfo'], 'deviceInfo', problems);
  const devEui = devEuiIn(info['devEui'], 'deviceInfo.devEui', problems);
  timeIn(body['time'], 'time', problems);
  if (problems.length > 0) throw new ValidationFailed(problems);
  return {
    ...{ devEui, time: body['time'], frameCounter: counterOf(body['fCnt'] ?? 0) },
    ...{ decoded: body['object'], normalized: undefined },
  };
}

function membersIn(value: unknown, field: string, problems: FieldProblem[]): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  problems.push({ field, message: value === undefined ? 'is required' : 'must be an object' });
  return {};
}

function devEuiIn(value: unknown, field: string, problems: FieldProblem[]): string {
  if (typeof value === 'string' && isDevEuiText(value)) return value.toUpperCase();
  problems.push({ field, message: 'must have 16 hexadecimal digits' });
  return '';
}

function timeIn(value: unknown, field: string, problems: FieldProblem[]): void {
  if (typeof value !== 'string' || value === '') problems.push({ field, message: 'is required' });
}

const counterOf = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null);
