import { describe, expect, it } from '@jest/globals';
import { qosOf } from './subscriptions.ts';

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
});
