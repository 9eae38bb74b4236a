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
  it.each(['A', '-acme', 'acme farms', '', 'a'.repeat(64), 'ácme'])('cannot have the key "%s"', (key) => {
    expect(wrongFields(() => aCompany({ key }))).toEqual(['key']);
  });

  it('has a time zone and a name', () => {
    expect(wrongFields(() => aCompany({ timezone: '+05:00', name: ' ' }))).toEqual(['name', 'timezone']);
    expect(aCompany({ key: '9-to-5', timezone: 'Asia/Kolkata' }).profile.key).toBe('9-to-5');
  });

  it('is unchanged when nothing differs', () => {
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

  it('is unchanged when nothing differs, and keeps its id otherwise', () => {
    const user = aUser();
    expect(user.change({ ...user.profile })).toBe(user);
    expect(user.prune().userId).toBe(user.userId);
    expect(user.prune().prune().profile.status).toBe('inactive');
  });
});

describe('a device', () => {
  it.each(['', 'a/b', 'a+', '#', 'x'.repeat(65), '.hidden'])(
    'cannot be called "%s", because no topic level can contain it',
    (id) => {
      expect(wrongFields(() => aDevice({}, id))).toEqual(['deviceId']);
    },
  );

  it('has a place', () => {
    expect(wrongFields(() => aDevice({ projectId: 'north', sectorId: 'n1' }))).toEqual([
      'projectId',
      'sectorId',
    ]);
  });

  it('keeps its secret when it moves or pauses, and is unchanged when nothing differs', () => {
    const { device } = aDevice();
    const { projectId, sectorId, status } = device.state;
    expect(device.place({ projectId, sectorId, status })).toEqual({ device });
    expect(device.place({ projectId, sectorId, status }).device).toBe(device);
    const moved = device.place({ projectId: newId(), sectorId: newId(), status: 'inactive' });
    expect(moved.deviceSecret).toBeUndefined();
    expect(moved.device.state.secretHash).toEqual(device.state.secretHash);
  });

  it('keeps an omitted sector, except one of a project that it leaves', () => {
    const sectorId = newId();
    const { device } = aDevice({ sectorId });
    const { deviceId, projectId } = device.state;
    expect(device.redeclared({ deviceId, projectId }).device).toBe(device);
    expect(device.redeclared({ deviceId, projectId, sectorId: null }).device.state.sectorId).toBeNull();
    expect(device.redeclared({ deviceId, projectId: newId() }).device.state.sectorId).toBeNull();
  });

  it('keeps an omitted site; null clears it, and a null wind height means 2 m', () => {
    const site = { latitude: -36.5, longitude: -71.6, altitude: 240, windHeight: 10 };
    const declared = { deviceId: 'ws-01', projectId: newId() };
    expect(Device.declare(declared).device.state).toMatchObject({ latitude: null, windHeight: 2 });
    const { device } = Device.declare({ ...declared, ...site });
    expect(device.state).toMatchObject(site);
    expect(device.redeclared({ ...declared, ...site }).device).toBe(device);
    expect(device.redeclared(declared).device).toBe(device);
    expect(device.redeclared({ ...declared, altitude: null, windHeight: null }).device.state).toMatchObject({
      ...{ ...site, altitude: null, windHeight: 2 },
    });
    expect(device.place({ ...device.state, status: 'inactive' }).device.state).toMatchObject(site);
    const back = device.revoke().redeclared({ ...declared, status: 'active' });
    expect(back.device.state).toMatchObject(site);
  });

  it.each([
    [{ latitude: 90.1, longitude: 0 }, ['latitude']],
    [{ latitude: 0, longitude: -181 }, ['longitude']],
    [{ latitude: 10 }, ['longitude']],
    [{ longitude: 10 }, ['latitude']],
    [{ altitude: 10_000 }, ['altitude']],
    [{ windHeight: 0 }, ['windHeight']],
  ])('cannot have the site %j', (site, fields) => {
    expect(wrongFields(() => Device.declare({ deviceId: 'ws-01', projectId: newId(), ...site }))).toEqual(
      fields,
    );
  });

  it('that was revoked deliberately is not restored by being listed', () => {
    const { device } = aDevice();
    const { deviceId, projectId } = device.state;
    for (const revoked of [device.revoke(), device.prune().revoke()]) {
      expect(revoked.redeclared({ deviceId, projectId }).device).toBe(revoked);
      expect(revoked.redeclared({ deviceId, projectId, status: 'active' }).deviceSecret).toBeDefined();
    }
    expect(device.revoke().prune().state.pruned).toBe(false);
  });

  it('is restored after revocation with a new secret', () => {
    const { device } = aDevice();
    const revoked = device.revoke();
    expect(revoked.revoke()).toBe(revoked);
    const back = revoked.place({ ...device.state, status: 'active' });
    expect(back.deviceSecret).toMatch(/^[\w-]{43}$/);
    expect(back.device.state.secretHash).not.toEqual(device.state.secretHash);
    expect(Device.restore(back.device.state).deviceId).toBe(device.deviceId);
  });
});
