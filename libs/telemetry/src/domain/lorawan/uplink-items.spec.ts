import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mappedMembers } from './mapping.ts';
import { itemsOfUplink } from './uplink-items.ts';
import { LORAWAN_NETWORKS, type Uplink, uplinkOf } from './uplink.ts';

const TIME = '2026-03-10T14:05:00.123456789Z';
const uplink = (over: Partial<Uplink>): Uplink => ({
  ...{ devEui: '70B3D57ED0000001', frameCounter: 1, time: TIME, decoded: undefined, normalized: undefined },
  ...over,
});
const normalized = (...payload: unknown[]) => itemsOfUplink(uplink({ normalized: payload }), null);
const mapped = (decoded: unknown, mapping: Record<string, string>) =>
  itemsOfUplink(uplink({ decoded }), mappedMembers(mapping));

describe('an uplink with a normalized payload', () => {
  it('has weather in one item and soil by depth, in the same units', () => {
    expect(
      normalized(
        { air: { temperature: 21.4, relativeHumidity: 63, pressure: 1013.2, co2: 400 }, battery: 3.1 },
        { wind: { speed: 1.8, direction: 225 } },
        { soil: { depth: 20, moisture: 27.5, temperature: 16.2, ec: 0.45, pH: 7 } },
        { soil: { depth: 60, moisture: 31 } },
      ),
    ).toEqual({
      weather: [{ ts: TIME, te: 21.4, hr: 63, pressure: 1013.2, wind: 1.8, dir: 225 }],
      soil: [
        { ts: TIME, depth: 20, moisture: 27.5, temperature: 16.2, ec: 0.45 },
        { ts: TIME, depth: 60, moisture: 31 },
      ],
      problems: [],
    });
  });

  it('has measurements of earlier times as such', () => {
    const time = '2026-03-10T13:05:00Z';
    const { weather } = normalized({ time, air: { temperature: 20 } }, { air: { temperature: 21 } });
    expect(weather).toEqual([
      { ts: time, te: 20 },
      { ts: TIME, te: 21 },
    ]);
  });

  it('says what is not usable, and stores the rest', () => {
    const found = normalized(
      { air: { temperature: '21.4', relativeHumidity: 63 } },
      { soil: { moisture: 20 } },
    );
    expect(found.weather).toEqual([{ ts: TIME, hr: 63 }]);
    expect(found.problems).toEqual([
      { field: '[1].soil.depth', message: expect.stringContaining('must be a number from 0 to 300') },
      { field: '[0].air.temperature', message: 'must be a number from -90 to 60' },
    ]);
  });

  it.each([
    ['none', undefined],
    ['null', null],
    ['an empty list', []],
    ['text', 'soil'],
    ['other measurements', [{ battery: 3, position: { latitude: 1 } }]],
    ['lists in place of objects', [{ air: [1], soil: [2] }]],
  ])('may have nothing that is stored: %s', (_, payload) => {
    const found = itemsOfUplink(uplink({ normalized: payload }), null);
    expect([found.weather, found.soil]).toEqual([[], []]);
    expect(found.problems.map(({ field }) => field)).toEqual(['normalized_payload']);
  });
});

describe('an uplink of a device with a mapping', () => {
  it('has what the mapping names, and nothing that is normalized', () => {
    const mapping = {
      te: 'air.t',
      'soil[20].moisture': 'water_SOIL * 1',
      'soil[20].ec': 'conduct_SOIL * 0.001',
    };
    const decoded = { air: { t: 21 }, water_SOIL: '19.57', conduct_SOIL: 28_200 };
    const both = uplink({ decoded, normalized: [{ air: { temperature: 5 } }] });
    expect(itemsOfUplink(both, mappedMembers(mapping))).toEqual({
      weather: [{ ts: TIME, te: 21 }],
      soil: [{ ts: TIME, depth: 20, moisture: 19.57, ec: 28.2 }],
      problems: [],
    });
  });

  it.each([
    ['text', '21'],
    ['NaN as text', 'NaN'],
    ['a switch', true],
    ['a list', [21]],
    ['too much', 327.68],
  ])('refuses %s as a number', (_, value) => {
    expect(mapped({ t: value }, { te: 't' })).toEqual({
      ...{ weather: [], soil: [] },
      problems: [{ field: 'te', message: 'must be a number from -90 to 60' }],
    });
  });

  it('keeps null as a defective sensor, and says what is missing', () => {
    expect(mapped({ t: null }, { te: 't', hr: 'h' })).toEqual({
      ...{ weather: [{ ts: TIME, te: null }], soil: [] },
      problems: [{ field: 'hr', message: 'is not in the decoded payload' }],
    });
    expect(mapped(undefined, { te: 't' }).problems).toEqual([
      { field: 'decoded', message: expect.stringContaining('payload formatter') },
    ]);
  });
});

describe('a request of a network server', () => {
  const ids = { end_device_ids: { dev_eui: '70b3d57ed0000001' } };

  it('of The Things Stack has the uplink in uplink_message', () => {
    const message = { received_at: TIME, f_cnt: 7, decoded_payload: { t: 1 }, normalized_payload: [] };
    expect(uplinkOf('ttn', { ...ids, uplink_message: message }, undefined)).toEqual({
      ...{ devEui: '70B3D57ED0000001', frameCounter: 7, time: TIME, decoded: { t: 1 }, normalized: [] },
    });
    expect(uplinkOf('ttn', { ...ids, received_at: TIME, uplink_message: {} }, undefined)).toMatchObject({
      ...{ time: TIME, frameCounter: 0 },
    });
    expect(uplinkOf('ttn', { ...ids, join_accept: {} }, undefined)).toBeUndefined();
  });

  it('of ChirpStack is an uplink for event=up alone', () => {
    const body = { deviceInfo: { devEui: '70b3d57ed0000001' }, time: TIME, fCnt: 7, object: { t: 1 } };
    expect(uplinkOf('chirpstack', body, 'up')).toEqual({
      ...{ devEui: '70B3D57ED0000001', frameCounter: 7, time: TIME, decoded: { t: 1 } },
    });
    for (const event of ['join', 'status', 'ack', 'txack', 'log', 'location', 'integration', undefined])
      expect(uplinkOf('chirpstack', body, event)).toBeUndefined();
  });

  it.each([
    ['ttn', {}, ['uplink_message', 'end_device_ids', 'end_device_ids.dev_eui', 'uplink_message.received_at']],
    ['ttn', { ...ids, uplink_message: 5, received_at: TIME }, ['uplink_message']],
    ['chirpstack', { deviceInfo: { devEui: 'x' }, time: 7 }, ['deviceInfo.devEui', 'time']],
  ] as const)('of %s is refused where it is none: %j', (network, body, fields) => {
    expect(() => uplinkOf(network, body, 'up')).toThrow(
      expect.objectContaining({ details: fields.map((field) => expect.objectContaining({ field })) }),
    );
  });

  it('never leads to anything but items, problems or a refusal', () => {
    fc.assert(
      fc.property(
        ...[fc.constantFrom(...LORAWAN_NETWORKS), fc.jsonValue(), fc.jsonValue()],
        (network, decoded, payload) => {
          const message = { received_at: TIME, decoded_payload: decoded, normalized_payload: payload };
          const body = {
            ...{ ...ids, uplink_message: message },
            ...{ deviceInfo: { devEui: '70b3d57ed0000001' }, time: TIME, object: decoded },
          };
          const read = uplinkOf(network, body, 'up') as Uplink;
          for (const mapping of [null, mappedMembers({ te: 'a', 'soil[10].moisture': 'b[0].c * 2' })]) {
            const { weather, soil, problems } = itemsOfUplink(read, mapping);
            expect(weather.length + soil.length + problems.length).toBeGreaterThan(0);
          }
        },
      ),
    );
  });
});
