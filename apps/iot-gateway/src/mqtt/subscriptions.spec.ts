import { describe, expect, it } from '@jest/globals';
import type { Connection } from './connection.ts';
import { commandNamesOf, qosOf } from './subscriptions.ts';

describe('subscriptions', () => {
  it.each<[string, 0 | 1 | undefined]>([
    ['c/#', 1],
    ['c/open', 1],
    ['c/+', 1],
    ['+/open', 1],
    ['c/open/#', 1],
    ['c', undefined],
    ['c/+/x', undefined],
    ['c/close', undefined],
    ['d/#', undefined],
  ])('%s matches a topic or does not', (topic, qos) => {
    expect(qosOf([{ topic, qos: 2 }], 'c/open')).toBe(qos);
  });

  it('use the highest QoS of those that match', () => {
    expect(qosOf([{ topic: 'c/#', qos: 0 }], 'c/open')).toBe(0);
    const several = [
      { topic: 'c/#', qos: 0 },
      { topic: 'c/open', qos: 1 },
      { topic: 'd', qos: 2 },
    ];
    expect(qosOf(several, 'c/open')).toBe(1);
    expect(qosOf([], 'c/open')).toBeUndefined();
  });

  it.each<[string[], string[] | null]>([
    [['#'], null],
    [['+'], null],
    [['+/#'], null],
    [['open', '#'], null],
    [
      ['open', 'close/#'],
      ['open', 'close'],
    ],
    [['open/+', '+/open', 'open/close'], []],
    [[], []],
  ])('to the commands %p select commands by name', (filters, names) => {
    const own = filters.map((filter) => [`v1/devices/ws/commands/${filter}`, { qos: 1 }]);
    const subscriptions = Object.fromEntries([...own, ['v1/devices/ws/errors', { qos: 1 }]]) as object;
    const client = { connected: true, subscriptions };
    expect(commandNamesOf({ device: { deviceId: 'ws' }, client } as unknown as Connection)).toEqual(names);
  });
});
