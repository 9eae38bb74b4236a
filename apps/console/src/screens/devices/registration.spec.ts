import { describe, expect, it } from '@jest/globals';
import { mappingOf, registrationOf } from './registration.ts';

const draft = { deviceId: ' probe-1 ', project: 'north', sector: '', devEui: '', mapping: 'te: t' };

describe('the registration of a device', () => {
  it('is a device of the farm file, without what is left empty', () => {
    expect(registrationOf(draft)).toEqual({
      devices: [{ deviceId: 'probe-1', project: 'north', sector: null }],
    });
  });

  it('has the mapping of a LoRaWAN device', () => {
    expect(registrationOf({ ...draft, sector: 'n1', devEui: '70B3D57ED0000001' }).devices[0]).toEqual({
      ...{ deviceId: 'probe-1', project: 'north', sector: 'n1', devEui: '70B3D57ED0000001' },
      mapping: { te: 't' },
    });
    expect(registrationOf({ ...draft, devEui: 'x', mapping: ' \n' }).devices[0]).toMatchObject({
      mapping: null,
    });
  });
});

describe('a mapping as it is typed', () => {
  it('has a member and a path in each line', () => {
    expect(mappingOf('te: air.t\n\n soil[20].moisture : vwc * 100 \nno path')).toEqual({
      ...{ te: 'air.t', 'soil[20].moisture': 'vwc * 100', 'no path': '' },
    });
  });
});
