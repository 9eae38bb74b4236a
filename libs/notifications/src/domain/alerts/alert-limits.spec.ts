import { describe, expect, it } from '@jest/globals';
import { alertLimitsExceeded, type AlertTarget, MAX_ALERTS, MAX_ALERTS_OF_DEVICE } from './alert-limits.ts';

let count = 0;
const rules = (number: number, deviceId: string | null, projectId = 'north'): AlertTarget[] =>
  Array.from({ length: number }, () => ({ key: `rule-${++count}`, projectId, deviceId }));
const added = (targets: readonly AlertTarget[], ...saved: readonly AlertTarget[]) =>
  alertLimitsExceeded(
    [...targets, ...saved],
    saved.map(({ key }) => ({ key, isNew: true })),
  ).map(({ key, of, limit }) => [key, of, limit]);

describe('the number of rules', () => {
  it('is limited for a company', () => {
    const [fits, exceeds] = rules(2, 'ws-0');
    const full = Array.from({ length: 10 }, (_, n) => rules(MAX_ALERTS / 10, `ws-${n + 1}`)).flat();
    expect(added(full.slice(1), fits!)).toEqual([]);
    expect(added(full, exceeds!)).toEqual([[exceeds!.key, 'company', MAX_ALERTS]]);
  });

  it('is limited for a device, with the rules for all devices of its project', () => {
    const [own] = rules(1, 'ws-1');
    const others = [...rules(20, null), ...rules(MAX_ALERTS_OF_DEVICE - 21, 'ws-1'), ...rules(30, 'ws-2')];
    expect(added(others, own!)).toEqual([]);
    const exceeded = [[own!.key, 'device', MAX_ALERTS_OF_DEVICE]];
    expect(added([...others, ...rules(1, null)], own!)).toEqual(exceeded);
    expect(added([...others, ...rules(1, 'ws-1')], own!)).toEqual(exceeded);
    expect(added([...others, ...rules(1, null, 'south')], own!)).toEqual([]);
  });

  it('is limited for a project by its device with the most rules, and without any device', () => {
    const [whole] = rules(1, null);
    const rest = (own: number) => [...rules(own, 'ws-1'), ...rules(5, 'ws-2')];
    expect(added([...rules(30, null), ...rest(MAX_ALERTS_OF_DEVICE - 31)], whole!)).toEqual([]);
    const exceeded = [[whole!.key, 'device', MAX_ALERTS_OF_DEVICE]];
    expect(added([...rules(30, null), ...rest(MAX_ALERTS_OF_DEVICE - 30)], whole!)).toEqual(exceeded);
    expect(added(rules(MAX_ALERTS_OF_DEVICE, null), whole!)).toEqual(exceeded);
  });

  it('may be larger where it was, but does not grow', () => {
    const older = rules(MAX_ALERTS + 10, 'ws-1');
    const [moved, fresh] = rules(2, 'ws-2');
    expect(alertLimitsExceeded(older, [])).toEqual([]);
    expect(alertLimitsExceeded([...older, moved!], [{ key: moved!.key, isNew: false }])).toEqual([]);
    expect(added(older, fresh!)).toEqual([[fresh!.key, 'company', MAX_ALERTS]]);
  });

  it('is reported once for each device', () => {
    const saved = rules(MAX_ALERTS_OF_DEVICE + 3, 'ws-1');
    expect(added([], ...saved)).toEqual([[saved[0]!.key, 'device', MAX_ALERTS_OF_DEVICE]]);
  });
});
