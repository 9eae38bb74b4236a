import { MAX_PAYLOAD_BYTES, PROBLEM_CODES, TELEMETRY_KINDS, type TelemetryKind } from '../../domain/index.ts';
import { ITEM_SCHEMAS, payloadSchema, type Schema } from './item-schemas.ts';
import { topicsOf } from './topics.ts';

const DEVICE = '{deviceId}';
const TOPICS = topicsOf(DEVICE);

/** The meaning of each code on `…/errors`, and what a device should do about it. */
export const MEANING_OF_CODE: Readonly<Record<(typeof PROBLEM_CODES)[number] | 'rate_limited', string>> = {
  malformed_json: 'The payload is not JSON in UTF-8. `index` is null',
  payload_too_large: `The payload is longer than ${MAX_PAYLOAD_BYTES} bytes. \`index\` is null; send fewer items`,
  payload_too_deep: 'The payload is nested deeper than 16 levels. `index` is null',
  too_many_items: 'The array has more than 1,000 items. `index` is null; send fewer',
  validation_failed: 'A member is missing, of the wrong type or out of its range',
  ts_too_old: 'The instant lies before 2000-01-01: the clock was probably not set yet',
  ts_in_future: 'The instant lies more than a day ahead: set the clock and measure again',
  kpi_reserved: 'incidence and severity come from scouts, not from devices',
  sector_not_found: '`sector` names no sector of the device’s project',
  conflict: 'The same reading was sent before with other values; the first values are kept',
  refused: 'PostgreSQL cannot store the item as it is',
  rate_limited:
    'The device or its company sends faster than its limit. `index` is null; nothing is lost, it is read more slowly',
};

const deviceId = {
  description: 'Name of the device, unique in the installation. A device may use only its own topics',
};

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function telemetryChannel(kind: TelemetryKind) {
  return {
    address: TOPICS.telemetry[kind],
    description: String(ITEM_SCHEMAS[kind]['description']),
    parameters: { deviceId },
    messages: { [kind]: { $ref: `#/components/messages/${kind}` } },
  };
}

function operation(action: 'receive' | 'send', channel: string, summary: string, qos: number) {
  return {
    action,
    channel: { $ref: `#/channels/${channel}` },
    summary,
    bindings: { mqtt: { qos, retain: false, bindingVersion: '0.2.0' } },
  };
}

const message = (title: string, payload: Schema, example: unknown) => ({
  ...{ name: title, title, contentType: 'application/json', payload },
  examples: [{ name: 'example', payload: example }],
});

const ERROR: Schema = {
  type: 'object',
  required: ['topic', 'index', 'code', 'message'],
  properties: {
    topic: { type: 'string', description: 'The topic that the payload was published to' },
    index: {
      type: ['integer', 'null'],
      description: 'Of the item in the payload, from 0; null: the whole payload',
    },
    code: { type: 'string', enum: Object.keys(MEANING_OF_CODE) },
    message: { type: 'string', description: 'A sentence for the device’s log' },
  },
};

const COMMAND: Schema = {
  type: 'object',
  required: ['commandId', 'createdAt', 'payload'],
  properties: {
    commandId: { type: 'string', format: 'uuid', description: 'A command may come twice: do each id once' },
    createdAt: { type: 'string', format: 'date-time' },
    payload: { type: 'object', description: 'Whatever the sender wrote' },
  },
};

const EXAMPLES: Readonly<Record<TelemetryKind, unknown>> = {
  weather: [{ ts: '2026-03-10T14:05:00-03:00', te: 21.4, hr: 63, wind: 1.8, rain: 0.4 }],
  plant: { ts: '2026-03-10T14:05:00-03:00', kpi: 'vigor', value: 0.82, sector: 'n1' },
  irrigation: { eventId: 'valve-1-0042', startedAt: 1_773_162_300_000, volume: 12.5 },
  soil: [
    { ts: '2026-03-10T14:05:00-03:00', depth: 20, moisture: 27.5, temperature: 16.2 },
    { ts: '2026-03-10T14:05:00-03:00', depth: 60, moisture: 31.1, temperature: 15.4 },
  ],
};

const CHANNELS: Schema = {
  ...Object.fromEntries(TELEMETRY_KINDS.map((kind) => [kind, telemetryChannel(kind)])),
  status: {
    address: TOPICS.status,
    description:
      'A heartbeat, and the topic of the will, which may have at most 1 KiB. The payload may be anything; it is counted and not stored.',
    parameters: { deviceId },
    messages: { status: { $ref: '#/components/messages/status' } },
  },
  errors: {
    address: TOPICS.errors,
    description:
      'What was not stored of a payload, one message for each problem. The other items are stored.',
    parameters: { deviceId },
    messages: { error: { $ref: '#/components/messages/error' } },
  },
  commands: {
    address: TOPICS.command('{name}'),
    description: 'Instructions of an administrator to the device. Subscribe to `…/commands/#`.',
    parameters: { deviceId, name: { description: 'Name of the command, such as reboot' } },
    messages: { command: { $ref: '#/components/messages/command' } },
  },
};

/** From the gateway's perspective: it receives what devices publish. */
const OPERATIONS: Schema = {
  ...Object.fromEntries(
    TELEMETRY_KINDS.map((kind) => [
      `publish${capitalized(kind)}`,
      operation('receive', kind, `A device publishes ${kind}`, 1),
    ]),
  ),
  publishStatus: operation('receive', 'status', 'A device says that it is alive', 1),
  hearErrors: operation('send', 'errors', 'A device hears what was not stored', 0),
  hearCommands: operation('send', 'commands', 'A device hears commands, at least once with QoS 1', 1),
};

const SCHEMAS: Schema = {
  ...Object.fromEntries(
    TELEMETRY_KINDS.map((kind) => [String(ITEM_SCHEMAS[kind]['title']), ITEM_SCHEMAS[kind]]),
  ),
  Error: ERROR,
  Command: COMMAND,
};

const REFUSED_READING = {
  ...{ topic: topicsOf('ws-01').telemetry.weather, index: 0, code: 'validation_failed' },
  message: 'te must be a number from -90 to 60',
};
const REBOOT = {
  ...{ commandId: '0199c6a4-7d3b-7c52-9f0e-2b8a4d6c1e70', createdAt: '2026-03-10T17:05:00.000Z' },
  payload: { delaySeconds: 5 },
};

const MESSAGES: Schema = {
  ...Object.fromEntries(
    TELEMETRY_KINDS.map((kind) => [
      kind,
      message(`${capitalized(kind)}Payload`, payloadSchema(kind), EXAMPLES[kind]),
    ]),
  ),
  status: message('Status', {}, { online: true }),
  error: message('Error', { $ref: '#/components/schemas/Error' }, REFUSED_READING),
  command: message('Command', { $ref: '#/components/schemas/Command' }, REBOOT),
};

/**
 * The messages of devices and gateway as an AsyncAPI 3.0 document.
 * @param host of the gateway, with its port
 */
export function describeTopics(host: string): Schema {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Furrow: devices',
      version: '2.0.0',
      description:
        'MQTT 3.1.1 over WebSocket. A QoS 1 message is acknowledged after PostgreSQL has committed it; sending it again changes nothing.',
    },
    defaultContentType: 'application/json',
    servers: {
      gateway: {
        ...{ host, pathname: '/mqtt', protocol: 'ws', protocolVersion: '3.1.1' },
        description:
          'The WebSocket sub-protocol is `mqtt`. Behind TLS the protocol is wss. A connection that the gateway ends is closed with a code and a reason: 1008 for a limit, 1002 or 1003 where the client broke MQTT 3.1.1, 1011 where a message could not be stored, 1013 where there was no room for a large packet or CONNECT could not be answered in time, 1001 where the gateway is stopping. docs/devices.md names the reasons.',
        security: [{ $ref: '#/components/securitySchemes/iotToken' }],
      },
    },
    channels: CHANNELS,
    operations: OPERATIONS,
    components: {
      schemas: SCHEMAS,
      messages: MESSAGES,
      securitySchemes: {
        iotToken: {
          ...{ type: 'httpApiKey', name: 'x-iot-token', in: 'header' },
          description: 'From `POST /api/iot/token`, for the secret of the device.',
        },
      },
    },
  };
}
