import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AuthenticateUser } from '@furrow/access';
import { UserNotRegistered } from '@furrow/access/domain';
import { aUserPrincipal } from '@furrow/access/testing';
import { type Config, loadConfig } from '@furrow/config';
import { PublicAddress } from '@furrow/media';
import type { Request, Response } from 'express';
import { ConsoleSessions, type SessionRequest } from './console-sessions.ts';
import { CookieSeal } from './cookie-seal.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ANA = aUserPrincipal({ idpId: 'idp|ana' });
const [NEW_KEY, OLD_KEY] = ['n'.repeat(32), 'o'.repeat(32)];
const code = (expected: string) => expect.objectContaining({ code: expected });

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'furrow-console-'));
});
afterAll(() => rm(home, { recursive: true }));

let now = Date.UTC(2026, 5, 1, 12);
let known = true;
beforeEach(() => {
  known = true;
});
const clock = { now: () => new Date(now) };
const users = {
  execute: async () => {
    if (!known) throw new UserNotRegistered();
    return ANA;
  },
} as unknown as AuthenticateUser;

function sessions(env: Record<string, string> = {}, publicUrl = 'http://127.0.0.1:3000') {
  const config: Config = loadConfig({ FURROW_HOME: home, DATABASE_URL: 'postgres://db/furrow', ...env });
  const address = new PublicAddress(publicUrl);
  return new ConsoleSessions(config, clock, new CookieSeal(config, clock), users, address);
}

/** A request as Express has it, from a page of the host itself. */
function asking(cookie?: string, over: object = {}): SessionRequest {
  const headers = { ...(cookie && { cookie }), 'sec-fetch-site': 'same-origin' };
  return { method: 'GET', protocol: 'http', host: '127.0.0.1:3000', headers, ...over } as never;
}

/** A response, and the cookie that it sets; undefined without one. */
function answering() {
  const set: { name: string; value: string; secure: boolean; expires: Date }[] = [];
  const response = {
    cookie: (name: string, value: string, more: object) => set.push({ name, value, ...more } as never),
  } as unknown as Response;
  return { response, set };
}

async function begun(of: ConsoleSessions, request: Request = asking()): Promise<string> {
  const { response, set } = answering();
  await of.begin(request, response, { subject: ANA.idpId });
  return `${set[0]!.name}=${set[0]!.value}`;
}

async function admitted(of: ConsoleSessions, cookie: string) {
  const { response, set } = answering();
  const request = asking(cookie);
  const user = await of.admit(request, response);
  const [renewed] = set;
  return {
    user,
    renewed: renewed && `${renewed.name}=${renewed.value}`,
    expiresAt: request.consoleSession?.expiresAt,
  };
}

describe('a session of the console', () => {
  it('is valid for two hours', async () => {
    const of = sessions();
    const cookie = await begun(of);
    now += 2 * HOUR - 1_000;
    expect((await admitted(of, cookie)).user).toBe(ANA);
    now += 1_000;
    await expect(admitted(of, cookie)).rejects.toEqual(code('token_expired'));
  });

  it('is renewed by use, but not by each request', async () => {
    const of = sessions();
    const cookie = await begun(of);
    now += 9 * MINUTE;
    expect((await admitted(of, cookie)).renewed).toBeUndefined();
    now += 2 * MINUTE;
    const { renewed, expiresAt } = await admitted(of, cookie);
    expect(expiresAt).toEqual(new Date(now + 2 * HOUR));
    now += 2 * HOUR - MINUTE;
    expect((await admitted(of, renewed!)).user).toBe(ANA);
  });

  it('ends after CONSOLE_SESSION_TTL, even if it is in use', async () => {
    const of = sessions({ CONSOLE_SESSION_TTL: '4h' });
    let cookie = await begun(of);
    for (let hours = 1; hours < 4; hours++) {
      now += HOUR;
      cookie = (await admitted(of, cookie)).renewed ?? cookie;
    }
    now += HOUR;
    await expect(admitted(of, cookie)).rejects.toEqual(code('token_expired'));
  });

  it('is refused at once when its user is no longer active', async () => {
    const of = sessions();
    const cookie = await begun(of);
    known = false;
    await expect(admitted(of, cookie)).rejects.toEqual(code('user_not_registered'));
    await expect(begun(of)).rejects.toEqual(code('user_not_registered'));
  });

  it('is refused to a page that shows another user', async () => {
    const of = sessions();
    const headers = { cookie: await begun(of), 'sec-fetch-site': 'same-origin' };
    const shownFor = (userId: string) =>
      of.admit(asking(undefined, { headers: { ...headers, 'furrow-user': userId } }), answering().response);
    expect(await shownFor(ANA.userId)).toBe(ANA);
    await expect(shownFor('0199c6a4-7d3b-7c52-9f0e-2b8a4d6c1e12')).rejects.toEqual(code('invalid_token'));
  });

  it('survives a change of keys while the old key is listed', async () => {
    const cookie = await begun(sessions({ CONSOLE_COOKIE_KEY: OLD_KEY }));
    const both = sessions({ CONSOLE_COOKIE_KEY: `${NEW_KEY},${OLD_KEY}` });
    expect((await admitted(both, cookie)).user).toBe(ANA);
    const alone = sessions({ CONSOLE_COOKIE_KEY: NEW_KEY });
    await expect(admitted(alone, cookie)).rejects.toEqual(code('invalid_token'));
    expect((await admitted(alone, await begun(both))).user).toBe(ANA);
  });

  it('is refused when another issuer is configured', async () => {
    const keyed = { CONSOLE_COOKIE_KEY: NEW_KEY };
    const cookie = await begun(sessions(keyed));
    const provider = {
      ...{ USER_JWT_ISSUER: 'https://login.example/', USER_JWT_AUDIENCE: 'furrow' },
      USER_JWT_JWKS_URI: 'https://login.example/jwks.json',
      ...{ CONSOLE_OIDC_CLIENT_ID: 'console', CONSOLE_OIDC_CLIENT_SECRET: 'secret' },
    };
    await expect(admitted(sessions({ ...keyed, ...provider }), cookie)).rejects.toEqual(
      code('invalid_token'),
    );
  });
});

describe('the cookie', () => {
  const placed = async (request: Request, publicUrl?: string) => {
    const { response, set } = answering();
    await sessions({}, publicUrl).begin(request, response, { subject: ANA.idpId });
    return [set[0]!.name, set[0]!.secure];
  };

  it.each(['127.0.0.1:3000', 'localhost:3000', '[::1]:3000', 'LOCALHOST'])(
    'has neither prefix nor Secure over plain http to %s',
    async (host) => {
      expect(await placed(asking(undefined, { host: host.toLowerCase() }))).toEqual(['furrow', false]);
    },
  );

  it.each([
    ['over https', { protocol: 'https' }, undefined],
    ['for another host', { host: 'farm.example' }, undefined],
    ['for a host that only begins like one', { host: 'localhost.evil.example' }, undefined],
    ['behind a proxy that hides https', {}, 'https://farm.example'],
  ])('has both %s', async (_, over, publicUrl) => {
    expect(await placed(asking(undefined, over), publicUrl)).toEqual(['__Host-furrow', true]);
  });
});
