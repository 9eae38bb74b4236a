import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AuthenticateApiKey, AuthenticateApiToken } from '@furrow/access';
import { InvalidToken, TokenExpired, Unauthenticated, UserNotRegistered } from '@furrow/access/domain';
import { aTokenPrincipal, aUserPrincipal } from '@furrow/access/testing';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { PassportStrategy } from '@nestjs/passport';
import { Access, AccessGuard, UserAccess } from './access.ts';
import { type CallingRequest, credentialKey } from './caller.ts';
import type { ConsoleSessions } from './console/console-sessions.ts';
import { MobileGuard } from './mobile-access.ts';
import { tokenCredentialOf } from './token-credential.ts';

@UserAccess()
class Users {
  any() {}

  @UserAccess('admin', 'supervisor')
  some() {}
}

@Access({ scope: 'read:production' })
class Harvest {
  report() {}

  @Access({ scope: 'read:production', roles: ['supervisor'] })
  forBoth() {}

  @Access({ scope: 'any', roles: [] })
  forAnybody() {}
}

function contextOf(controller: new () => object, handler: () => void, headers: Record<string, string>) {
  const request = { headers } as unknown as CallingRequest;
  const context = {
    getClass: () => controller,
    getHandler: () => handler,
    switchToHttp: () => ({ getRequest: () => request, getResponse: () => ({}) }),
  } as unknown as ExecutionContext;
  return { request, context };
}

const code = (expected: string) => expect.objectContaining({ code: expected });

const token = aTokenPrincipal({ scopes: ['read:production'] });
const blind = aTokenPrincipal({ scopes: ['read:phytosanitary'] });
const ofSession = aUserPrincipal({ role: 'supervisor' });
const answers: Record<string, () => Promise<typeof token>> = {
  'fk.good': async () => token,
  'fk.blind': async () => blind,
  'fk.late': () => Promise.reject(new TokenExpired()),
};
const credentials = {
  execute: (text?: string) =>
    text === undefined
      ? Promise.reject(new Unauthenticated())
      : (answers[text]?.() ?? Promise.reject(new InvalidToken())),
};
const sessions = {
  isBroughtBy: ({ headers }: CallingRequest) => headers.cookie !== undefined,
  admit: async () => ofSession,
};
const guard = new AccessGuard(
  new Reflector(),
  sessions as unknown as ConsoleSessions,
  credentials as unknown as AuthenticateApiToken,
  credentials as unknown as AuthenticateApiKey,
);

describe('the guard of users', () => {
  const supervisor = aUserPrincipal({ role: 'supervisor' });
  const agronomist = aUserPrincipal({ role: 'agronomist' });
  let attempts = 0;

  /** Replaces passport with one outcome for each word that a test sends. */
  class Outcomes {
    success: (user: object) => void;
    fail: (reason: unknown) => void;
    error: (error: unknown) => void;

    authenticate({ headers }: CallingRequest): void {
      attempts += 1;
      const word = headers.authorization?.replace('Bearer ', '');
      if (word === 'supervisor') this.success(supervisor);
      else if (word === 'agronomist') this.success(agronomist);
      else if (word === 'nobody') this.error(new UserNotRegistered());
      else if (word === 'defect') this.error(new TypeError('a defect'));
      else if (word === 'late')
        this.fail(Object.assign(new Error('jwt expired'), { name: 'TokenExpiredError' }));
      else this.fail(new Error('No auth token'));
    }
  }
  new (class extends PassportStrategy(Outcomes, 'user-jwt') {
    validate() {}
  })();

  const ask = async (word?: string, handler = Users.prototype.any) => {
    const { request, context } = contextOf(Users, handler, word ? { authorization: `Bearer ${word}` } : {});
    await guard.canActivate(context);
    return request;
  };
  beforeEach(() => {
    attempts = 0;
  });

  it('admits a user and passes the user on to everything behind it', async () => {
    const request = await ask('supervisor');
    expect(request.principal).toBe(supervisor);
    const { companyId, userId, idpId } = supervisor;
    expect(request.caller).toEqual({ companyId, userId, idpId });
    expect(credentialKey(request)).toBe(`user:${supervisor.userId}`);
  });

  it('checks the role after the credential', async () => {
    await ask('supervisor', Users.prototype.some);
    await ask('agronomist');
    await expect(ask('agronomist', Users.prototype.some)).rejects.toEqual(code('forbidden'));
    await expect(ask(undefined, Users.prototype.some)).rejects.toEqual(code('unauthenticated'));
  });

  it.each([
    [undefined, 'unauthenticated'],
    ['rubbish', 'invalid_token'],
    ['late', 'token_expired'],
    ['nobody', 'user_not_registered'],
  ])('refuses %s as %s', async (word, expected) => {
    await expect(ask(word)).rejects.toEqual(code(expected));
  });

  it('passes an unexpected error on', async () => {
    await expect(ask('defect')).rejects.toThrow(TypeError);
  });

  it('authenticates once, although controller and route both ask for it', async () => {
    const { context } = contextOf(Users, Users.prototype.some, { authorization: 'Bearer supervisor' });
    await guard.canActivate(context);
    await guard.canActivate(context);
    expect(attempts).toBe(1);
  });
});

describe('the guard of users of the mobile app', () => {
  it('requires the mobile issuer, even if another guard has admitted the caller', async () => {
    class Nobody {
      fail: (reason: unknown) => void;

      authenticate(): void {
        this.fail(new Error('invalid signature'));
      }
    }
    new (class extends PassportStrategy(Nobody, 'mobile-jwt') {
      validate() {}
    })();
    const { request, context } = contextOf(Users, Users.prototype.any, { authorization: 'Bearer x' });
    Object.assign(request, { principal: aUserPrincipal({}), admittedBy: 'access' });
    await expect(new MobileGuard().canActivate(context)).rejects.toEqual(code('invalid_token'));
  });
});

describe('the guard of API tokens', () => {
  const ask = async (headers: Record<string, string>, handler = Harvest.prototype.report) => {
    const { request, context } = contextOf(Harvest, handler, headers);
    await guard.canActivate(context);
    return request;
  };

  it.each([
    [{ authorization: 'Bearer fk.good' }],
    [{ 'x-api-key': 'fk.good' }],
    [{ authorization: 'Bearer fk.good', 'x-api-key': 'fk.good' }],
    [{ authorization: 'Basic abc', 'x-api-key': 'fk.good' }],
  ])('admits a token in %j', async (headers) => {
    const request = await ask(headers);
    expect(request.principal).toBe(token);
    expect(request.caller).toEqual({ companyId: token.companyId, keyId: token.keyId });
    expect(credentialKey(request)).toBe(`token:${token.keyId}`);
  });

  it.each([
    [{}, 'unauthenticated'],
    [{ 'x-api-key': '' }, 'unauthenticated'],
    [{ authorization: 'Bearer fk.good', 'x-api-key': 'fk.blind' }, 'invalid_token'],
    [{ authorization: 'Bearer a.b.c' }, 'invalid_token'],
    [{ 'x-api-key': 'fk.late' }, 'token_expired'],
    [{ 'x-api-key': 'fk.blind' }, 'insufficient_scope'],
  ])('refuses %j as %s', async (headers, expected) => {
    await expect(ask(headers as Record<string, string>)).rejects.toEqual(code(expected));
  });

  it.each([
    [{ authorization: 'Bearer fk.good' }, token],
    [{ cookie: 'furrow=x' }, ofSession],
    [{ cookie: 'furrow=x', 'x-api-key': 'fk.good' }, token],
    [{ cookie: 'furrow=x', authorization: 'Bearer fk.good' }, token],
  ])('admits programs and users where both may call, by %j', async (headers, expected) => {
    expect((await ask(headers, Harvest.prototype.forBoth)).principal).toBe(expected);
  });

  it.each([
    [{}, 'unauthenticated'],
    [{ authorization: 'Bearer a.b' }, 'invalid_token'],
    [{ authorization: 'Bearer a.b.c' }, 'invalid_token'],
    [{ authorization: 'Bearer abc' }, 'invalid_token'],
    [{ cookie: 'furrow=x', 'x-api-key': 'fk.blind' }, 'insufficient_scope'],
    [{ authorization: 'Bearer a.b.c', 'x-api-key': 'fk.good' }, 'invalid_token'],
  ])('refuses %j there as %s', async (headers, expected) => {
    await expect(ask(headers as Record<string, string>, Harvest.prototype.forBoth)).rejects.toEqual(
      code(expected),
    );
  });

  it('takes no cookie where only programs may call, and no bearer token where keys are required', async () => {
    await expect(ask({ cookie: 'furrow=x' })).rejects.toEqual(code('unauthenticated'));
    const { forAnybody } = Harvest.prototype;
    await expect(ask({ authorization: 'Bearer fk.good' }, forAnybody)).rejects.toEqual(
      code('unauthenticated'),
    );
    expect((await ask({ 'x-api-key': 'fk.blind' }, forAnybody)).principal).toBe(blind);
    expect((await ask({ cookie: 'furrow=x' }, forAnybody)).principal).toBe(ofSession);
  });

  it.each([
    [{ 'x-api-key': 'fk.good' }, 'unauthenticated'],
    [{ authorization: 'Bearer fk.good' }, 'invalid_token'],
  ])('refuses %j at the earlier path of an operation as %s', async (headers, expected) => {
    const { request, context } = contextOf(Harvest, Harvest.prototype.forBoth, headers);
    request.isMoved = true;
    await expect(guard.canActivate(context)).rejects.toEqual(code(expected));
  });

  it('counts a request whose token lacks the scope against its credential', async () => {
    const { request, context } = contextOf(Harvest, Harvest.prototype.report, { 'x-api-key': 'fk.blind' });
    await expect(guard.canActivate(context)).rejects.toEqual(code('insufficient_scope'));
    expect(credentialKey(request)).toBe(`token:${blind.keyId}`);
  });
});

it('there is no credential key before authentication', () => {
  expect(credentialKey({} as CallingRequest)).toBeUndefined();
  expect(tokenCredentialOf({ 'x-api-key': ' fk ' })).toBe('fk');
});
