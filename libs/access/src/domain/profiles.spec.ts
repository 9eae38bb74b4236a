import { describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { aCompany, aDevice, aUser, aUserProfile } from '../testing/builders.ts';
import { Device } from './device.ts';
import type { Role } from './user.ts';
import { User } from './user.ts';

/** The fields that a refusal names. */
function wrongFields(attempt: () => unknown): string[] {
  try {
    attempt();
  } catch (error) {
    return (error as { details: { field: string }[] }).details.map(({ field }) => field);
  }
  return [];
}

describe('a company', () => {
  it.each(['A', '-acme', 'acme farms', '', 'a'.repeat(64), 'ácme'])('has no key "%s"', (key) => {
    expect(wrongFields(() => aCompany({ key }))).toEqual(['key']);
  });

  it('stands in a time zone and has a name', () => {
    expect(wrongFields(() => aCompany({ timezone: '+05:00', name: ' ' }))).toEqual(['name', 'timezone']);
    expect(aCompany({ key: '9-to-5', timezone: 'Asia/Kolkata' }).profile.key).toBe('9-to-5');
  });

  it('stays itself when nothing differs', () => {
    const company = aCompany();
    expect(company.change({ ...company.profile })).toBe(company);
    expect(company.change({ ...company.profile, name: 'New' }).profile).toEqual({
      ...company.profile,
      name: 'New',
    });
  });
});

describe('a user', () => {
  it.each([
    ['idpId', { idpId: '' }],
    ['idpId', { idpId: 'x'.repeat(129) }],
    ['idpId', { idpId: 'a\u0000b' }],
    ['name', { name: 'x'.repeat(201) }],
    ['email', { email: 'nobody' }],
    ['role', { role: 'owner' as Role }],
    ['picture', { picture: 'javascript:alert(1)' }],
    ['status', { status: 'gone' as 'active' }],
  ])('is refused for its %s: %j', (field, profile) => {
    expect(wrongFields(() => User.register(aUserProfile(profile)))).toEqual([field]);
  });

  it('stays itself when nothing differs, and keeps its id when something does', () => {
    const user = aUser();
    expect(user.change({ ...user.profile })).toBe(user);
    expect(user.prune().userId).toBe(user.userId);
    expect(user.prune().prune().profile.status).toBe('inactive');
  });
});

describe('a device', () => {
  it.each(['', 'a/b', 'a+', '#', 'x'.repeat(65), '.hidden'])(
    'is not called "%s", which no topic level can hold',
    (id) => {
      expect(wrongFields(() => aDevice({}, id))).toEqual(['deviceId']);
    },
  );

  it('stands somewhere', () => {
    expect(wrongFields(() => aDevice({ projectId: 'north', sectorId: 'n1' }))).toEqual([
      'projectId',
      'sectorId',
    ]);
  });

  it('keeps its secret when it moves or pauses, and itself when nothing differs', () => {
    const { device } = aDevice();
    const { projectId, sectorId, status } = device.state;
    expect(device.place({ projectId, sectorId, status })).toEqual({ device });
    expect(device.place({ projectId, sectorId, status }).device).toBe(device);
    const moved = device.place({ projectId: newId(), sectorId: newId(), status: 'inactive' });
    expect(moved.deviceSecret).toBeUndefined();
    expect(moved.device.state.secretHash).toEqual(device.state.secretHash);
  });

  it('keeps its sector where none is stated, but for one of a project that it leaves', () => {
    const sectorId = newId();
    const { device } = aDevice({ sectorId });
    const { deviceId, projectId } = device.state;
    expect(device.restated({ deviceId, projectId }).device).toBe(device);
    expect(device.restated({ deviceId, projectId, sectorId: null }).device.state.sectorId).toBeNull();
    expect(device.restated({ deviceId, projectId: newId() }).device.state.sectorId).toBeNull();
  });

  it('keeps its site where none is stated; null clears, and of the wind’s height means 2 m', () => {
    const site = { latitude: -36.5, longitude: -71.6, altitude: 240, windHeight: 10 };
    const stated = { deviceId: 'ws-01', projectId: newId() };
    expect(Device.stated(stated).device.state).toMatchObject({ latitude: null, windHeight: 2 });
    const { device } = Device.stated({ ...stated, ...site });
    expect(device.state).toMatchObject(site);
    expect(device.restated({ ...stated, ...site }).device).toBe(device);
    expect(device.restated(stated).device).toBe(device);
    expect(device.restated({ ...stated, altitude: null, windHeight: null }).device.state).toMatchObject({
      ...{ ...site, altitude: null, windHeight: 2 },
    });
    expect(device.place({ ...device.state, status: 'inactive' }).device.state).toMatchObject(site);
    const back = device.revoke().restated({ ...stated, status: 'active' });
    expect(back.device.state).toMatchObject(site);
  });

  it.each([
    [{ latitude: 90.1, longitude: 0 }, ['latitude']],
    [{ latitude: 0, longitude: -181 }, ['longitude']],
    [{ latitude: 10 }, ['longitude']],
    [{ longitude: 10 }, ['latitude']],
    [{ altitude: 10_000 }, ['altitude']],
    [{ windHeight: 0 }, ['windHeight']],
  ])('does not stand at %j', (site, fields) => {
    expect(wrongFields(() => Device.stated({ deviceId: 'ws-01', projectId: newId(), ...site }))).toEqual(
      fields,
    );
  });

  it('that was revoked on purpose is not brought back by being listed', () => {
    const { device } = aDevice();
    const { deviceId, projectId } = device.state;
    for (const revoked of [device.revoke(), device.prune().revoke()]) {
      expect(revoked.restated({ deviceId, projectId }).device).toBe(revoked);
      expect(revoked.restated({ deviceId, projectId, status: 'active' }).deviceSecret).toBeDefined();
    }
    expect(device.revoke().prune().state.pruned).toBe(false);
  });

  it('comes back from revocation with a new secret', () => {
    const { device } = aDevice();
    const revoked = device.revoke();
    expect(revoked.revoke()).toBe(revoked);
    const back = revoked.place({ ...device.state, status: 'active' });
    expect(back.deviceSecret).toMatch(/^[\w-]{43}$/);
    expect(back.device.state.secretHash).not.toEqual(device.state.secretHash);
    expect(Device.restore(back.device.state).deviceId).toBe(device.deviceId);
  });
});
