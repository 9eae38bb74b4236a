import { describe, expect, it } from '@jest/globals';
import { publishedUplinks } from '../../testing/lorawan/published.ts';
import { mappedMembers, mappingProblems } from './mapping.ts';
import { itemsOfUplink } from './uplink-items.ts';

const UPLINKS = publishedUplinks();
const TIME = '2026-03-10T14:05:00Z';

describe('what a device of the repository of The Things Stack sends', () => {
  it.each(UPLINKS.map((uplink) => [uplink.source, uplink] as const))(
    'arrives exactly: %s',
    (_, published) => {
      const { decoded, mapping, normalized, expected, refused } = published;
      const uplink = { devEui: '70B3D57ED0000001', frameCounter: 1, time: TIME, decoded, normalized };
      if (mapping) expect(mappingProblems(mapping)).toEqual([]);
      const { weather, soil, problems } = itemsOfUplink(uplink, mapping ? mappedMembers(mapping) : null);
      const withTime = (items: readonly object[]) => items.map((item) => ({ ts: TIME, ...item }));
      expect({ weather, soil }).toEqual({
        weather: withTime(expected.weather),
        soil: withTime(expected.soil),
      });
      expect(problems.map(({ field }) => field)).toEqual(refused);
    },
  );

  it('is of 30 devices and 10 manufacturers at least', () => {
    expect(new Set(UPLINKS.map(({ source }) => source)).size).toBeGreaterThanOrEqual(30);
    expect(new Set(UPLINKS.map(({ source }) => source.split('/')[1])).size).toBeGreaterThanOrEqual(10);
  });
});
