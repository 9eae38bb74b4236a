import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import { Invitation } from '../domain/invitation.ts';
import { requireRole, requireScope } from '../domain/principal.ts';
import { anIssuedToken, aTokenPrincipal, aUser, aUserPrincipal, ISSUED_AT } from '../testing/builders.ts';
import { InMemoryAccess } from '../testing/in-memory-access.ts';
import { AuthenticateApiToken } from './tokens/authenticate-api-token.ts';
import { AuthenticateUser } from './users/authenticate-user.ts';
import { IssueToken } from './tokens/issue-token.ts';
import { LastUse } from './tokens/last-use.ts';
import { TakeInvitation } from './users/take-invitation.ts';
import { RevokeToken } from './tokens/revoke-token.ts';
import { RotateToken } from './tokens/rotate-token.ts';

const code = (expected: string) => expect.objectContaining({ code: expected });

describe('authentication', () => {
  const companyId = newId();
  let clock: FixedClock;
  let access: InMemoryAccess;
  beforeEach(() => {
    clock = new FixedClock(ISSUED_AT);
    access = new InMemoryAccess();
  });

  describe('of a user', () => {
    let authenticate: AuthenticateUser;
    beforeEach(() => {
      authenticate = new AuthenticateUser(
        access.lookup,
        new TakeInvitation(access.lookup, access.peopleTransactions),
        clock,
      );
    });

    it('finds the registered user of a subject, with one look-up', async () => {
      const ana = aUser({ role: 'admin' });
      await access.inCompany(companyId, ({ users }) => users.add([ana]));
      const principal = await authenticate.execute({ subject: ana.idpId });
      expect(principal).toEqual({
        kind: 'user',
        companyId,
        userId: ana.userId,
        idpId: ana.idpId,
        role: 'admin',
      });
      expect(await authenticate.execute({ subject: ana.idpId })).toBe(principal);
      expect(access.lookups).toBe(1);
    });

    it('refuses unknown and inactive users, and without a look-up a subject that cannot be an idpId', async () => {
      const ben = aUser({ status: 'inactive' });
      await access.inCompany(companyId, ({ users }) => users.add([ben]));
      for (const subject of ['nobody', ben.idpId, 'a\u0000b', 'x'.repeat(129)])
        await expect(authenticate.execute({ subject })).rejects.toEqual(code('user_not_registered'));
      expect(access.lookups).toBe(2);
    });

    describe('who is invited', () => {
      const [acme, other] = [newId(), newId()];
      const invite = (company: string, status: 'invited' | 'inactive' = 'invited') =>
        access.inCompany(company, ({ invitations }) =>
          invitations.add([
            Invitation.issue({ name: 'Eva', role: 'admin', email: 'Eva@Example.com', status }),
          ]),
        );
      const signIn = (subject: string, email?: string) => authenticate.execute({ subject, email });

      it('makes them a user of the company, once', async () => {
        await invite(acme);
        const [{ userId } = { userId: '' }] = await access.inCompany(acme, ({ invitations }) =>
          invitations.all(),
        );
        expect(await signIn('idp|eva', 'eva@example.com')).toEqual({
          ...{ kind: 'user', companyId: acme, userId, idpId: 'idp|eva', role: 'admin' },
        });
        expect(await signIn('idp|eva')).toMatchObject({ userId });
        await expect(signIn('idp|another', 'eva@example.com')).rejects.toEqual(code('user_not_registered'));
      });

      it('refuses them without the address, with another one, and after the invitation was withdrawn', async () => {
        await invite(acme);
        for (const email of [undefined, 'eve@example.com', '', 'no address'])
          await expect(signIn('idp|eva', email)).rejects.toEqual(code('user_not_registered'));
        await invite(acme, 'inactive');
        await expect(signIn('idp|eva', 'eva@example.com')).rejects.toEqual(code('user_not_registered'));
      });

      it('refuses whom two companies invite, until one withdraws it', async () => {
        await invite(acme);
        await invite(other);
        await expect(signIn('idp|eva', 'eva@example.com')).rejects.toEqual(code('invitation_ambiguous'));
        await invite(acme, 'inactive');
        expect(await signIn('idp|eva', 'eva@example.com')).toMatchObject({ companyId: other });
      });

      it('refuses a user who is inactive, and keeps the invitation', async () => {
        const eva = aUser({ idpId: 'idp|eva', status: 'inactive', email: null });
        await access.inCompany(acme, ({ users }) => users.add([eva]));
        await invite(acme);
        await expect(signIn('idp|eva', 'eva@example.com')).rejects.toEqual(code('user_not_registered'));
        expect(await access.lookup.companiesThatInvite('eva@example.com')).toEqual([acme]);
      });
    });

    it('refuses a deactivated user: after an announcement at once, without one within two seconds', async () => {
      const ana = aUser();
      await access.inCompany(companyId, ({ users }) => users.add([ana]));
      await authenticate.execute({ subject: ana.idpId });
      await access.inCompany(companyId, ({ users }) => users.update(ana.prune()));
      await authenticate.execute({ subject: ana.idpId });
      clock.advance(2_000);
      await expect(authenticate.execute({ subject: ana.idpId })).rejects.toEqual(code('user_not_registered'));

      await access.inCompany(companyId, ({ users }) => users.update(ana));
      await authenticate.execute({ subject: ana.idpId });
      await access.inCompany(companyId, ({ users }) => users.update(ana.prune()));
      authenticate.forget();
      await expect(authenticate.execute({ subject: ana.idpId })).rejects.toEqual(code('user_not_registered'));
    });
  });

  describe('of an API token', () => {
    let authenticate: AuthenticateApiToken;
    let lastUse: LastUse;
    beforeEach(() => {
      lastUse = new LastUse(access.lastUseRepository);
      authenticate = new AuthenticateApiToken(access.lookup, lastUse, clock);
    });
    const issue = (name = 'bi', expiresAt: Date | null = null) =>
      new IssueToken(access.transactions, clock).execute({
        companyId,
        name,
        scopes: ['read:production'],
        expiresAt,
      });

    it('finds the token of a credential, with one look-up', async () => {
      const { credential, token } = await issue();
      const principal = await authenticate.execute(credential);
      expect(principal).toEqual({
        kind: 'token',
        companyId,
        keyId: token.keyId,
        scopes: ['read:production'],
      });
      expect(await authenticate.execute(credential)).toBe(principal);
      expect(access.lookups).toBe(1);
      expect(Object.isFrozen(principal) && Object.isFrozen(principal.scopes)).toBe(true);
    });

    it('refuses malformed, unknown and wrong credentials alike, even if the right one is cached', async () => {
      const { credential, token } = await issue();
      await authenticate.execute(credential);
      const stranger = anIssuedToken().credential;
      const wrong = `${token.keyId}.${stranger.split('.')[1]}`;
      for (const text of ['nonsense', stranger, wrong])
        await expect(authenticate.execute(text)).rejects.toEqual(code('invalid_token'));
    });

    it('refuses an expired token, even if it is cached', async () => {
      const { credential } = await issue('bi', new Date(ISSUED_AT.getTime() + 1_000));
      await authenticate.execute(credential);
      clock.advance(1_000);
      await expect(authenticate.execute(credential)).rejects.toEqual(code('token_expired'));
      expect(access.lookups).toBe(1);
    });

    it('refuses a revoked token after the announcement', async () => {
      const { credential, token } = await issue();
      await authenticate.execute(credential);
      const subscription = await access.changes.subscribe(() => authenticate.forget());
      const revoke = new RevokeToken(access.lookup, access.transactions, clock);
      await revoke.execute({ keyId: token.keyId });
      await expect(authenticate.execute(credential)).rejects.toEqual(code('invalid_token'));
      await revoke.execute({ keyId: token.keyId });
      await expect(revoke.execute({ keyId: 'fk_nothing' })).rejects.toEqual(code('token_not_found'));
      await subscription.stop();
    });

    it('does not rotate or revoke it for another company', async () => {
      const { credential, token } = await issue();
      const foreign = { keyId: token.keyId, companyId: newId() };
      for (const change of [
        () => new RevokeToken(access.lookup, access.transactions, clock).execute(foreign),
        () => new RotateToken(access.lookup, access.transactions, clock).execute({ ...foreign, overlap: 0 }),
      ])
        await expect(change()).rejects.toEqual(code('token_not_found'));
      await authenticate.execute(credential);
    });

    it('accepts the old and the new token during the overlap of a rotation, then only the new one', async () => {
      const { credential, token } = await issue();
      const rotate = new RotateToken(access.lookup, access.transactions, clock);
      const successor = await rotate.execute({ keyId: token.keyId, overlap: 60_000 });
      await authenticate.execute(credential);
      await authenticate.execute(successor.credential);
      clock.advance(60_000);
      await expect(authenticate.execute(credential)).rejects.toEqual(code('token_expired'));
      await authenticate.execute(successor.credential);
      await expect(rotate.execute({ keyId: token.keyId, overlap: 0 })).rejects.toEqual(
        code('token_not_current'),
      );
      await expect(rotate.execute({ keyId: 'fk_nothing', overlap: 0 })).rejects.toEqual(
        code('token_not_found'),
      );
    });

    it('notes the last use, and stores it on request', async () => {
      const { credential, token } = await issue();
      await authenticate.execute(credential);
      clock.advance(500);
      await authenticate.execute(credential);
      expect(await access.lastUsedAt(token.keyId)).toBeNull();
      await lastUse.flush();
      expect(await access.lastUsedAt(token.keyId)).toEqual(clock.now());
    });

    it('issues no second token of the same name', async () => {
      await issue();
      await expect(issue()).rejects.toEqual(code('token_name_taken'));
    });
  });

  it('keeps last uses that could not be stored, unless a later one exists', async () => {
    const written: Record<string, string>[] = [];
    let isDown = true;
    const lastUse = new LastUse({
      record: async (uses) => {
        if (isDown) throw new Error('away');
        written.push(Object.fromEntries(uses.map(({ keyId, at }) => [keyId, at.toISOString()])));
        return [];
      },
    });
    lastUse.note('fk_a', new Date('2026-01-01T00:00:00Z'));
    lastUse.note('fk_b', new Date('2026-01-01T00:00:00Z'));
    const failing = lastUse.flush();
    lastUse.note('fk_b', new Date('2026-01-02T00:00:00Z'));
    await expect(failing).rejects.toThrow('away');
    isDown = false;
    await lastUse.flush();
    await lastUse.flush();
    expect(written).toEqual([{ fk_a: '2026-01-01T00:00:00.000Z', fk_b: '2026-01-02T00:00:00.000Z' }]);
  });
});

it('last uses are written in slices, and those that are set aside are kept', async () => {
  const sizes: number[] = [];
  const lastUse = new LastUse({
    record: async (uses) => {
      sizes.push(uses.length);
      return uses.filter(({ keyId }) => keyId === 'fk_7');
    },
  });
  for (let i = 0; i < 1_200; i++) lastUse.note(`fk_${i}`, new Date('2026-01-01T00:00:00Z'));
  await lastUse.flush();
  await lastUse.flush();
  expect(sizes).toEqual([500, 500, 200, 1]);
});

describe('the permissions of a principal', () => {
  it('depend on the role of a user', () => {
    const agronomist = aUserPrincipal({ role: 'agronomist' });
    expect(() => requireRole(agronomist, [])).not.toThrow();
    expect(() => requireRole(agronomist, ['admin', 'agronomist'])).not.toThrow();
    expect(() => requireRole(agronomist, ['admin', 'supervisor'])).toThrow(code('forbidden'));
  });

  it('depend on the scopes of a token', () => {
    const token = aTokenPrincipal({ scopes: ['read:production'] });
    expect(() => requireScope(token, 'read:production')).not.toThrow();
    expect(() => requireScope(token, 'read:phytosanitary')).toThrow(code('insufficient_scope'));
  });
});
