import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import { ISSUED_AT } from '../testing/builders.ts';
import { InMemoryAccess } from '../testing/in-memory-access.ts';
import { ApplyApiTokens, type DeclaredToken } from './tokens/apply-api-tokens.ts';
import { ApplyCompany } from './companies/apply-company.ts';
import type { DeviceDeclaration } from '../domain/device.ts';
import type { PersonDeclaration, UserDeclaration } from '../domain/user.ts';
import { ApplyDevices } from './devices/apply-devices.ts';
import { ApplyUsers } from './users/apply-users.ts';

describe("applying the operator's file", () => {
  const companyId = newId();
  const projectId = newId();
  const clock = new FixedClock(ISSUED_AT);
  let access: InMemoryAccess;
  beforeEach(() => {
    access = new InMemoryAccess();
  });

  const applyUsers = (declared: PersonDeclaration[], { prune = false, company = companyId } = {}) =>
    access.inCompany(company, ({ users, invitations }) =>
      new ApplyUsers(users, invitations).execute(declared, { prune }),
    );
  const applyTokens = (declared: DeclaredToken[], { prune = false } = {}) =>
    access.inCompany(companyId, ({ tokens }) =>
      new ApplyApiTokens(tokens, clock).execute(declared, { prune }),
    );
  const applyDevices = (declared: DeviceDeclaration[], { prune = false, company = companyId } = {}) =>
    access.inCompany(company, ({ devices }) => new ApplyDevices(devices).execute(declared, { prune }));
  const users = () => access.inCompany(companyId, (repositories) => repositories.users.all());
  const invitations = () => access.inCompany(companyId, (repositories) => repositories.invitations.all());
  const devices = () => access.inCompany(companyId, (repositories) => repositories.devices.all());
  const unrevoked = () => access.inCompany(companyId, ({ tokens }) => tokens.unrevoked());

  it('creates the company, and updates it later', async () => {
    const apply = (name: string) =>
      access.inCompany(companyId, ({ companies }) =>
        new ApplyCompany(companies, companyId).execute({ key: 'acme', name, timezone: 'America/Santiago' }),
      );
    const current = () => access.inCompany(companyId, ({ companies }) => companies.current());
    await apply('Acme');
    const founded = await current();
    await apply('Acme');
    expect(await current()).toBe(founded);
    await apply('Acme Farms');
    expect((await current())?.profile.name).toBe('Acme Farms');
  });

  describe('to users', () => {
    const ana: UserDeclaration = {
      idpId: 'idp|ana',
      name: 'Ana',
      role: 'supervisor',
      email: 'ana@example.com',
    };
    const ben: UserDeclaration = { idpId: 'idp|ben', name: 'Ben', role: 'admin' };

    it('creates them, and changes nothing the second time', async () => {
      const first = await applyUsers([ana, ben]);
      const before = await users();
      expect(await applyUsers([ana, ben])).toEqual(first);
      expect(await users()).toEqual(before);
      expect([...first.keys()]).toEqual(['idp|ana', 'idp|ben']);
      expect(before[1]?.profile).toEqual({ ...ben, email: null, picture: null, status: 'active' });
    });

    it('updates what differs, and keeps users that the file omits', async () => {
      const first = await applyUsers([ana, ben]);
      const second = await applyUsers([{ ...ana, role: 'admin' }]);
      expect(second.get('idp|ana')).toBe(first.get('idp|ana'));
      expect((await users()).map(({ profile }) => [profile.role, profile.status])).toEqual([
        ['admin', 'active'],
        ['admin', 'active'],
      ]);
    });

    it('keeps omitted members of a user; null clears them', async () => {
      const picture = 'https://example.com/ana.png';
      const email = 'ana@example.com';
      await applyUsers([{ ...ana, picture, status: 'inactive' }]);
      const before = await users();
      const bare = { idpId: ana.idpId, name: ana.name, role: ana.role };
      await applyUsers([bare]);
      expect(await users()).toEqual(before);
      expect(before[0]?.profile).toMatchObject({ picture, email, status: 'inactive' });

      await applyUsers([{ ...bare, picture: null, status: 'active' }]);
      expect((await users())[0]?.profile).toMatchObject({ picture: null, email, status: 'active' });
      await applyUsers([{ ...bare, email: null }]);
      expect((await users())[0]?.profile).toMatchObject({ picture: null, email: null, status: 'active' });
    });

    it('does not reactivate a user whom a declaration deactivated, pruned since or not', async () => {
      await applyUsers([ana, { ...ben, status: 'inactive' }]);
      await applyUsers([ana], { prune: true });
      await applyUsers([ana, ben]);
      expect((await users()).map(({ profile }) => profile.status)).toEqual(['active', 'inactive']);
      await applyUsers([ben], { prune: true });
      await applyUsers([{ ...ana, status: 'inactive' }]);
      await applyUsers([ana]);
      expect((await users()).map(({ profile }) => profile.status)).toEqual(['inactive', 'inactive']);
    });

    it('deactivates omitted users when it prunes, and reactivates them later', async () => {
      await applyUsers([ana, ben]);
      await applyUsers([ana], { prune: true });
      expect((await users()).map(({ profile }) => profile.status)).toEqual(['active', 'inactive']);
      await applyUsers([ben]);
      expect((await users()).map(({ profile }) => profile.status)).toEqual(['active', 'active']);
    });

    it('refuses an idpId of another company, and changes nothing', async () => {
      await applyUsers([ana], { company: newId() });
      await expect(applyUsers([ben, ana])).rejects.toThrow(
        '"idp|ana" already belongs to a user of another company',
      );
      expect(await users()).toEqual([]);
    });

    it('reports every problem of the whole list', async () => {
      const wrong = [ana, { ...ben, role: 'owner' as 'admin', email: 'x' }, { ...ana, name: '' }];
      await expect(applyUsers(wrong)).rejects.toMatchObject({
        details: ['users[1].email', 'users[1].role', 'users[2].idpId', 'users[2].name'].map((field) =>
          expect.objectContaining({ field }),
        ),
      });
    });
  });

  describe('to people without an idpId', () => {
    const eva: PersonDeclaration = { name: 'Eva', role: 'admin', email: 'Eva@Example.com' };
    const told = async () => [
      ...(await users()).map(({ profile: { idpId, role, status } }) => [idpId, role, status]),
      ...(await invitations()).map(({ profile: { email, role, status } }) => [email, role, status]),
    ];

    it('invites them once, whatever the case of the address', async () => {
      const first = await applyUsers([eva]);
      const before = await invitations();
      expect(await applyUsers([{ ...eva, email: 'eva@example.com', status: 'invited' }])).toEqual(
        new Map([['eva@example.com', first.get('Eva@Example.com')]]),
      );
      expect(await invitations()).toEqual(before);
      expect(await told()).toEqual([['Eva@Example.com', 'admin', 'invited']]);
    });

    it('changes what is declared, withdraws, and invites again', async () => {
      await applyUsers([eva]);
      await applyUsers([{ ...eva, role: 'supervisor', status: 'inactive' }]);
      expect(await told()).toEqual([['Eva@Example.com', 'supervisor', 'inactive']]);
      await applyUsers([eva]);
      expect(await told()).toEqual([['Eva@Example.com', 'admin', 'inactive']]);
      await applyUsers([{ ...eva, status: 'active' }]);
      expect(await told()).toEqual([['Eva@Example.com', 'admin', 'invited']]);
    });

    it('withdraws omitted ones when it prunes, and invites them again later', async () => {
      await applyUsers([eva]);
      await applyUsers([], { prune: true });
      expect(await told()).toEqual([['Eva@Example.com', 'admin', 'inactive']]);
      await applyUsers([eva]);
      expect(await told()).toEqual([['Eva@Example.com', 'admin', 'invited']]);
    });

    it('means the user who has the address, and leaves their status as it is', async () => {
      await applyUsers([{ ...eva, idpId: 'idp|eva', status: 'inactive' }]);
      const before = await users();
      await applyUsers([{ ...eva, email: 'EVA@example.com', status: 'invited' }], { prune: true });
      expect(await users()).toEqual(before);
      expect(await invitations()).toEqual([]);
    });

    it('ends the invitation of who is declared by idpId, and keeps their id', async () => {
      const invited = (await applyUsers([eva])).get('Eva@Example.com');
      const ids = await applyUsers([{ ...eva, idpId: 'idp|eva' }], { prune: true });
      expect(ids).toEqual(new Map([['idp|eva', invited]]));
      expect(await told()).toEqual([['idp|eva', 'admin', 'active']]);
    });

    it('ends the invitation of an address that becomes a user’s', async () => {
      await applyUsers([eva, { idpId: 'idp|old', name: 'Eva', role: 'supervisor' }]);
      await applyUsers([{ idpId: 'idp|old', name: 'Eva', role: 'supervisor', email: 'eva@example.com' }]);
      expect(await told()).toEqual([['idp|old', 'supervisor', 'active']]);
    });

    it('refuses what names nobody, two of them, or everybody', async () => {
      const shared = { name: 'Office', role: 'admin', email: 'office@example.com' } as const;
      await applyUsers([
        { ...shared, idpId: 'idp|1' },
        { ...shared, idpId: 'idp|2' },
      ]);
      const wrong: PersonDeclaration[] = [
        { name: 'Nobody', role: 'admin' },
        eva,
        { ...eva, email: 'eva@example.com' },
        shared,
        { ...eva, email: 'not an address' },
      ];
      await expect(applyUsers(wrong)).rejects.toMatchObject({
        details: [
          { field: 'users[0].email', message: expect.stringContaining('invite') },
          { field: 'users[3].email', message: expect.stringContaining('idpId') },
          { field: 'users[2].email', message: 'occurs twice' },
          { field: 'users[4].email', message: expect.stringContaining('e-mail') },
        ],
      });
      expect(await invitations()).toEqual([]);
    });
  });

  describe('to API tokens', () => {
    const bi: DeclaredToken = { name: 'bi', scopes: ['read:production'] };

    it('returns a credential in the run that creates it, and never again', async () => {
      const first = await applyTokens([bi]);
      const second = await applyTokens([bi]);
      expect(first.get('bi')?.credential).toMatch(/^fk_/);
      expect(second.get('bi')).toEqual({ keyId: first.get('bi')?.keyId });
    });

    it('keeps an omitted expiry; null clears it', async () => {
      const expiresAt = new Date('2027-01-01T00:00:00Z');
      await applyTokens([{ ...bi, expiresAt }]);
      await applyTokens([bi]);
      expect((await unrevoked())[0]?.state.expiresAt).toEqual(expiresAt);
      await applyTokens([{ ...bi, expiresAt: null }]);
      expect((await unrevoked())[0]?.state.expiresAt).toBeNull();
    });

    it('updates scopes and expiry of the existing token', async () => {
      const first = await applyTokens([bi]);
      const expiresAt = new Date('2027-01-01T00:00:00Z');
      const second = await applyTokens([{ name: 'bi', scopes: ['read:phytosanitary'], expiresAt }]);
      expect(second.get('bi')).toEqual({ keyId: first.get('bi')?.keyId });
      expect((await unrevoked())[0]?.state).toMatchObject({ scopes: ['read:phytosanitary'], expiresAt });
    });

    it('creates a token under the name of a revoked one, and names the successor of a rotated one', async () => {
      const first = await applyTokens([bi]);
      await access.inCompany(companyId, async ({ tokens }) => {
        for (const token of await tokens.unrevoked()) await tokens.update(token.revoke(ISSUED_AT));
      });
      const second = await applyTokens([bi]);
      expect(second.get('bi')?.credential).toBeDefined();
      expect(second.get('bi')?.keyId).not.toBe(first.get('bi')?.keyId);

      const successor = await access.inCompany(companyId, async ({ tokens }) => {
        const [token] = await tokens.unrevoked();
        const rotation = token!.rotate(60_000, ISSUED_AT);
        await tokens.update(rotation.retired);
        await tokens.add(rotation.successor.token);
        return rotation.successor.token;
      });
      expect((await applyTokens([bi], { prune: true })).get('bi')).toEqual({ keyId: successor.keyId });
      expect(await unrevoked()).toHaveLength(2);
    });

    it('revokes omitted tokens when it prunes', async () => {
      await applyTokens([bi, { ...bi, name: 'old' }]);
      await applyTokens([bi]);
      expect(await unrevoked()).toHaveLength(2);
      await applyTokens([bi], { prune: true });
      expect((await unrevoked()).map(({ name }) => name)).toEqual(['bi']);
    });

    it('refuses an unknown scope with its position in the file', async () => {
      await expect(applyTokens([bi, { name: 'x', scopes: ['write:all'] }])).rejects.toMatchObject({
        details: [
          { field: 'apiTokens[1].scopes', message: expect.stringContaining('"write:all" is not accepted') },
        ],
      });
    });
  });

  describe('to devices', () => {
    const station: DeviceDeclaration = { deviceId: 'ws-01', projectId };

    it('returns a secret in the run that creates it, and never again', async () => {
      const first = await applyDevices([station]);
      const before = await devices();
      expect(first.get('ws-01')?.deviceSecret).toMatch(/^[\w-]{43}$/);
      expect((await applyDevices([station])).get('ws-01')).toEqual({});
      expect(await devices()).toEqual(before);
      expect(before[0]?.state).toMatchObject({ projectId, sectorId: null, status: 'active' });
    });

    it('moves and pauses a device without a new secret', async () => {
      await applyDevices([station]);
      const sectorId = newId();
      expect((await applyDevices([{ ...station, sectorId, status: 'inactive' }])).get('ws-01')).toEqual({});
      expect((await devices())[0]?.state).toMatchObject({ sectorId, status: 'inactive' });
    });

    it('keeps omitted members of a device; null clears them', async () => {
      const sectorId = newId();
      await applyDevices([{ ...station, sectorId, status: 'inactive' }]);
      const before = await devices();
      await applyDevices([station]);
      expect(await devices()).toEqual(before);
      await applyDevices([{ ...station, sectorId: null }]);
      expect((await devices())[0]?.state).toMatchObject({ sectorId: null, status: 'inactive' });
    });

    it('revokes omitted devices when it prunes; a device that is declared again gets a new secret', async () => {
      const first = await applyDevices([station, { deviceId: 'ws-02', projectId }]);
      await applyDevices([station], { prune: true });
      expect((await devices()).map(({ state }) => state.status)).toEqual(['active', 'revoked']);
      const again = await applyDevices([{ deviceId: 'ws-02', projectId }]);
      expect(again.get('ws-02')?.deviceSecret).toBeDefined();
      expect(again.get('ws-02')?.deviceSecret).not.toBe(first.get('ws-02')?.deviceSecret);
    });

    it('refuses a deviceId of another company', async () => {
      await applyDevices([station], { company: newId() });
      await expect(applyDevices([station])).rejects.toThrow('"ws-01" already belongs to another company');
    });
  });
});
