import { DEVICE_CREDENTIAL, IOT_TOKEN } from '@furrow/access';
import { LIVE, READY } from '@furrow/http';
import type { OperationObject, PathItemObject } from '@nestjs/swagger';
import { headersOf } from './headers.ts';
import type { Refusals } from './refusals.ts';
import { type Schema, success } from '../openapi/schema.ts';
import { codesOfCredential } from './security.ts';
import type { Servers } from './servers.ts';

// Paths without a controller of the API: those that both hosts have, and those of the IoT gateway. A test of the
// gateway compares them with its router, and every test of it checks its answers against them.

const token: OperationObject = {
  operationId: 'token_issue',
  tags: ['Devices'],
  summary: 'Get a token for a device’s secret',
  description:
    'Wrong secrets are limited to 10 per second and address, and 1 per second, device and address. A right secret passes until the attempts exceed 200 per second and address, or 10 per second, device and address.',
  security: [],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: DEVICE_CREDENTIAL as object,
        example: { deviceId: 'ws-01', deviceSecret: 's3cr3t-of-ws-01' },
      },
    },
  },
  responses: { 201: answer(201, 'The device’s token', success(IOT_TOKEN)) },
};

const mqtt: OperationObject = {
  operationId: 'mqtt_connect',
  tags: ['Devices'],
  summary: 'Connect by MQTT over WebSocket',
  description: [
    'Upgrades to a WebSocket with the sub-protocol `mqtt`, which carries MQTT 3.1.1. A device publishes to',
    '`v1/devices/{deviceId}/telemetry/weather`, `…/telemetry/plant`, `…/telemetry/irrigation`, `…/telemetry/soil` and `…/status`, and may',
    'subscribe to `…/commands/#` and `…/errors`. With QoS 1 it is acknowledged once PostgreSQL has committed it.',
  ].join('\n'),
  parameters: [
    {
      ...{ name: 'Sec-WebSocket-Protocol', in: 'header', required: true },
      description: 'Offered sub-protocols; `mqtt` must be one of them',
      schema: { type: 'string' },
      example: 'mqtt',
    },
  ],
  security: [{ iotToken: [] }],
  responses: { 101: { description: 'MQTT follows' } },
};

const live: OperationObject = {
  operationId: 'health_live',
  tags: ['Operation'],
  summary: 'Whether the process is alive',
  security: [],
  responses: { 200: answer(200, 'Alive', LIVE) },
};

const ready: OperationObject = {
  operationId: 'health_ready',
  tags: ['Operation'],
  summary: 'Whether it may take traffic',
  description: [
    'The database answers, accepts writes, and has every migration of this build; else 503, within two seconds, whose',
    'message names the check that failed: `database`, `writes` or `migrations`.',
  ].join('\n'),
  security: [],
  responses: { 200: answer(200, 'Ready', READY) },
};

const metrics: OperationObject = {
  operationId: 'metrics_read',
  tags: ['Operation'],
  summary: 'Metrics',
  description:
    'In Prometheus’ text format. Requires METRICS_TOKEN; if none is configured, only this machine may read it, without a proxy and under a host name of its own.',
  security: [{ metricsToken: [] }, {}],
  responses: {
    200: {
      description: 'The metrics',
      headers: headersOf(200),
      content: { 'text/plain': { schema: { type: 'string' } } },
    },
  },
};

export function pathsOfHosts({ api, gateway }: Servers, refusals: Refusals): Record<string, PathItemObject> {
  const both = [api, gateway];
  const refusing = (operation: OperationObject, ...codes: string[]): OperationObject => ({
    ...operation,
    responses: { ...operation.responses, ...refusals.of([...codes, 'internal'], 'B') },
  });
  return {
    '/api/iot/token': {
      servers: [gateway],
      post: refusing(token, 'invalid_token', 'rate_limited', ...OF_BODY, 'overloaded'),
    },
    '/mqtt': {
      servers: [gateway],
      get: refusing(mqtt, ...codesOfCredential('iotToken', []), ...OF_UPGRADE, 'overloaded'),
    },
    '/health/live': { servers: both, get: refusing(live, 'rate_limited') },
    '/health/ready': { servers: both, get: refusing(ready, 'rate_limited', 'overloaded') },
    '/metrics': {
      servers: both,
      get: refusing(metrics, 'rate_limited', ...codesOfCredential('metricsToken', [])),
    },
  };
}

const OF_BODY = ['validation_failed', 'malformed_json', 'payload_too_large', 'unsupported_media_type'];
const OF_UPGRADE = ['validation_failed', 'upgrade_required', 'route_not_found'];

function answer(status: number, description: string, schema: Schema) {
  return {
    description,
    headers: headersOf(status),
    content: { 'application/json': { schema: schema as object } },
  };
}
