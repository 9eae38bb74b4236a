import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { mappedMembers, mappingProblems } from './mapping.ts';
import { itemsOfUplink } from './uplink-items.ts';

interface Published {
  readonly source: string;
  readonly decoded: unknown;
  readonly mapping?: Readonly<Record<string, string>>;
  readonly normalized?: unknown;
  readonly expected: { readonly weather: readonly object[]; readonly soil: readonly object[] };
  readonly refused: readonly string[];
}

const FIXTURES = new URL('../../testing/lorawan/device-repository.json', import.meta.url);
const { devices } = JSON.parse(readFileSync(FIXTURES, 'utf8')) as { readonly devices: readonly Published[] };
const TIME = '2026-03-10T14:05:00Z';

describe('what a device of the repository of The Things Stack sends', () => {
  it.each(devices.map((device) => [device.source, device] as const))('arrives exactly: %s', (_, device) => {
    const { decoded, mapping, normalized, expected, refused } = device;
    const uplink = { devEui: '70B3D57ED0000001', frameCounter: 1, time: TIME, decoded, normalized };
    if (mapping) expect(mappingProblems(mapping)).toEqual([]);
    const { weather, soil, problems } = itemsOfUplink(uplink, mapping ? mappedMembers(mapping) : null);
    const withTime = (items: readonly object[]) => items.map((item) => ({ ts: TIME, ...item }));
    expect({ weather, soil }).toEqual({ weather: withTime(expected.weather), soil: withTime(expected.soil) });
    expect(problems.map(({ field }) => field)).toEqual(refused);
  });
});
