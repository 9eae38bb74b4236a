import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import { SharedSecret } from '@furrow/config';
import { JwtIotTokens } from '../../adapters/jwt/jwt-iot-tokens.ts';
import { aDevice, ISSUED_AT } from '../../testing/builders.ts';
import { InMemoryAccess } from '../../testing/in-memory-access.ts';
import { AdmitDevice } from './admit-device.ts';
import { AuthenticateDevice } from './authenticate-device.ts';
import { IssueIotToken } from './issue-iot-token.ts';
import { RegisterDevice } from './register-device.ts';
import { RevokeDevice } from './revoke-device.ts';
import { RotateDevice } from './rotate-device.ts';

const code = (expected: string) => expect.objectContaining({ code: expected });
const HOUR = 3_600;

describe('a device', () => {
  const companyId = newId();
  let home: string;
  let clock: FixedClock;
  let access: InMemoryAccess;
  let devices: AuthenticateDevice;
  let tokens: JwtIotTokens;
  let register: RegisterDevice;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'furrow-iot-tokens-'));
  });
  afterAll(() => rm(home, { recursive: true }));
  beforeEach(() => {
    clock = new FixedClock(ISSUED_AT);
    access = new InMemoryAccess();
    devices = new AuthenticateDevice(access.lookup, clock);
    tokens = new JwtIotTokens(new SharedSecret(home, 'iot-token', undefined), HOUR, clock);
    register = new RegisterDevice(access.deviceTransactions);
  });

  const registered = async (deviceId = 'ws-01') => {
    const place = { companyId, deviceId, projectId: newId(), sectorId: newId() };
    const { deviceSecret = '' } = await register.execute(place);
    return { ...place, deviceSecret };
  };
  const admit = (token: string) => new AdmitDevice(tokens, devices).execute(token);
  const issue = (credential: { deviceId: string; deviceSecret: string }) =>
    new IssueIotToken(devices, tokens).execute(credential);

  it('gets a token for its secret, and is admitted with it until it expires', async () => {
    const { deviceSecret, ...place } = await registered();
    const { token, expiresAt } = await issue({ deviceId: place.deviceId, deviceSecret });
    expect(expiresAt).toEqual(new Date(ISSUED_AT.getTime() + HOUR * 1_000));
    expect(await admit(token)).toEqual({
      device: { kind: 'device', ...place, secretVersion: expect.stringMatching(/^[\w-]{16}$/) },
      expiresAt,
    });
    clock.advance(HOUR * 1_000 - 1);
    await admit(token);
    clock.advance(1);
    await expect(admit(token)).rejects.toEqual(code('token_expired'));
  });

  it('is refused alike with a wrong secret and an unknown id', async () => {
    const { deviceId } = await registered();
    for (const wrong of [deviceId, 'nobody'])
      await expect(issue({ deviceId: wrong, deviceSecret: 'x'.repeat(43) })).rejects.toEqual(
        code('invalid_token'),
      );
  });

  it('is refused unless it is active', async () => {
    const { device, deviceSecret = '' } = aDevice({ status: 'inactive' });
    await access.inCompany(companyId, (repositories) => repositories.devices.add([device]));
    await expect(issue({ deviceId: device.deviceId, deviceSecret })).rejects.toEqual(code('invalid_token'));
  });

  it('is refused with its tokens when it is revoked, and when its secret changes', async () => {
    const [revoked, rotated] = [await registered('ws-01'), await registered('ws-02')];
    const [{ token }, { token: earlier }] = [await issue(revoked), await issue(rotated)];
    await new RevokeDevice(access.lookup, access.deviceTransactions).execute(revoked);
    const rotate = new RotateDevice(access.lookup, access.deviceTransactions);
    const { deviceSecret } = await rotate.execute(rotated);
    devices.forget();
    await expect(admit(token)).rejects.toEqual(code('invalid_token'));
    await expect(admit(earlier)).rejects.toEqual(code('invalid_token'));
    await expect(issue(rotated)).rejects.toEqual(code('invalid_token'));
    await admit((await issue({ ...rotated, deviceSecret })).token);
    expect([...(await devices.current(['ws-01', 'ws-02', 'ws-03'])).keys()]).toEqual(['ws-02']);
    await expect(rotate.execute(revoked)).rejects.toEqual(code('device_revoked'));
  });

  it('is cached for at most two seconds, and not after an announcement', async () => {
    const credential = await registered();
    await devices.execute(credential);
    await new RevokeDevice(access.lookup, access.deviceTransactions).execute(credential);
    await devices.execute(credential);
    clock.advance(2_000);
    await expect(devices.execute(credential)).rejects.toEqual(code('invalid_token'));
  });

  it('is registered once; after revocation it is registered again with another secret', async () => {
    const { deviceSecret, ...place } = await registered();
    await expect(register.execute(place)).rejects.toEqual(code('device_exists'));
    await expect(register.execute({ ...place, companyId: newId() })).rejects.toEqual(code('device_id_taken'));
    await expect(register.execute({ ...place, deviceId: 'a/b' })).rejects.toEqual(code('validation_failed'));
    const revoke = new RevokeDevice(access.lookup, access.deviceTransactions);
    await revoke.execute(place);
    await revoke.execute(place);
    expect((await register.execute(place)).deviceSecret).not.toBe(deviceSecret);
    await expect(revoke.execute({ deviceId: 'nobody' })).rejects.toEqual(code('device_not_found'));
  });

  describe('with a foreign token', () => {
    const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const signed = (header: object, claims: object, key: string) => {
      const text = `${encoded(header)}.${encoded(claims)}`;
      return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
    };

    it.each<[string, object, object]>([
      ['unsigned', { alg: 'none' }, {}],
      ['of another algorithm', { alg: 'HS512' }, {}],
      ['of another issuer', {}, { iss: 'urn:furrow:development:user' }],
      ['for another audience', {}, { aud: 'furrow' }],
      ['without an end', {}, { exp: undefined }],
      ['without a subject', {}, { sub: undefined }],
      ['without a version of the secret', {}, { ver: undefined }],
    ])('%s is refused', async (_, header, claims) => {
      const credential = await registered();
      const { token } = await issue(credential);
      const key = await new SharedSecret(home, 'iot-token', undefined).text();
      const mine = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object;
      await admit(signed({ alg: 'HS256', typ: 'JWT' }, mine, key));
      const forged = signed({ alg: 'HS256', typ: 'JWT', ...header }, { ...mine, ...claims }, key);
      await expect(admit(forged)).rejects.toEqual(code('invalid_token'));
    });

    it.each(['', 'x', 'a.b.c', '.'.repeat(10_000)])('%.10j is refused', async (text) => {
      await expect(admit(text)).rejects.toEqual(code('invalid_token'));
    });
  });
});
