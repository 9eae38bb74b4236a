import { describe, expect, it } from '@jest/globals';
import { errorMessages, maySubscribe, parseTopic, topicsOf } from './topics.ts';

describe('topics', () => {
  it('belong to one device', () => {
    const { telemetry, status, errors, commands, command } = topicsOf('ws-01');
    expect(telemetry).toEqual({
      weather: 'v1/devices/ws-01/telemetry/weather',
      plant: 'v1/devices/ws-01/telemetry/plant',
      irrigation: 'v1/devices/ws-01/telemetry/irrigation',
      soil: 'v1/devices/ws-01/telemetry/soil',
    });
    expect([status, errors, commands, command('reboot')]).toEqual([
      'v1/devices/ws-01/status',
      'v1/devices/ws-01/errors',
      'v1/devices/ws-01/commands/#',
      'v1/devices/ws-01/commands/reboot',
    ]);
  });

  it('identify their subject', () => {
    expect(parseTopic('v1/devices/ws-01/telemetry/plant')).toEqual({ deviceId: 'ws-01', subject: 'plant' });
    expect(parseTopic('v1/devices/ws-01/status')).toEqual({ deviceId: 'ws-01', subject: 'status' });
  });

  it.each([
    'v1/devices/ws-01/telemetry',
    'v1/devices/ws-01/telemetry/water',
    'v1/devices/ws-01/telemetry/weather/',
    'v1/devices/ws-01/status/x',
    'v1/devices/ws-01/errors',
    'v1/devices/ws-01/commands/reboot',
    'v1/devices//status',
    'v1/devices/+/status',
    'v1/devices/#',
    'v2/devices/ws-01/status',
    '/v1/devices/ws-01/status',
    'v1/devices/ws\u0000/status',
    'v1/devices/ws-01/status\n',
    '',
  ])('to which no device publishes: %j', (topic) => expect(parseTopic(topic)).toBeUndefined());

  it('of commands and errors are readable for their device, and no others', () => {
    const may = (filter: string) => maySubscribe('ws-01', filter);
    for (const filter of ['commands/#', 'errors', 'commands/reboot'])
      expect(may(`v1/devices/ws-01/${filter}`)).toBe(true);
    for (const filter of [
      '#',
      'v1/#',
      'v1/devices/+/errors',
      'v1/devices/ws-01/#',
      'v1/devices/ws-01/status',
      'v1/devices/ws-012/errors',
      'v1/devices/ws-01/commands',
      `v1/devices/ws-01/commands/${'x'.repeat(1_000)}`,
    ])
      expect(may(filter)).toBe(false);
  });
});

it('a problem is reported with the topic of its message', () => {
  const problem = { index: 3, code: 'conflict' as const, message: 'was sent before' };
  expect(
    errorMessages('v1/devices/ws-01/telemetry/plant', [problem]).map((text) => JSON.parse(text)),
  ).toEqual([{ topic: 'v1/devices/ws-01/telemetry/plant', ...problem }]);
});
