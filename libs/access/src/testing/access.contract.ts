import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type {
  AccessChanges,
  CredentialLookup,
  FeedRead,
  FeedReadListItem,
  FeedReadRepository,
  LastUseRepository,
} from '../application/ports.ts';
import type { Company } from '../domain/company.ts';
import { aCompany, aDevice, anInvitation, anIssuedToken, aToken, aUser, ISSUED_AT } from './builders.ts';
import type { AccessRepositories } from './in-memory-access.ts';

/** All ports of access, as one implementation provides them. */
export interface AccessPorts {
  readonly lookup: CredentialLookup;
  readonly lastUseRepository: LastUseRepository;
  readonly feedReadRepository: FeedReadRepository;
  readonly changes: AccessChanges;
  inCompany<T>(companyId: string, work: (repositories: AccessRepositories) => Promise<T>): Promise<T>;
  lastUsedAt(keyId: string, companyId: string): Promise<Date | null>;
  feedReads(companyId: string): Promise<readonly FeedReadListItem[]>;
}

/** What every implementation of the ports must do, including the fakes. */
export function describeAccessPorts(
  name: string,
  open: () => Promise<{ ports: AccessPorts; close(): Promise<void> }>,
): void {
  describe(`the ports of access on ${name}`, () => {
    let ports: AccessPorts;
    let close: () => Promise<void>;
    let acme: string;
    let other: string;

    beforeAll(async () => {
      ({ ports, close } = await open());
    });
    afterAll(() => close());
    beforeEach(async () => {
      [acme, other] = [await founded(aCompany()), await founded(aCompany())];
    });

    async function founded(company: Company): Promise<string> {
      await ports.inCompany(company.companyId, ({ companies }) => companies.add(company));
      return company.companyId;
    }

    describe('companies', () => {
      it('are returned as they were added and changed', async () => {
        const company = aCompany();
        await founded(company);
        const renamed = company.change({ name: 'Renamed', timezone: 'Europe/Madrid' });
        await ports.inCompany(company.companyId, ({ companies }) => companies.update(renamed));
        const read = await ports.inCompany(company.companyId, ({ companies }) => companies.current());
        expect(read).toEqual(renamed);
      });

      it('cannot have the key of another company', async () => {
        const key = aCompany().profile.key;
        await founded(aCompany({ key }));
        await expect(founded(aCompany({ key }))).rejects.toMatchObject({ code: 'company_key_taken' });
      });
    });

    describe('companies by key or id', () => {
      it('are found by key and by id, and by nothing else', async () => {
        const company = aCompany();
        await founded(company);
        expect(await ports.lookup.companyId(company.profile.key)).toBe(company.companyId);
        expect(await ports.lookup.companyId(company.companyId)).toBe(company.companyId);
        expect(await ports.lookup.companyId('nothing')).toBeUndefined();
      });
    });

    describe('devices by their ids', () => {
      it('are found in any company and any status, and no others', async () => {
        const [one, two] = [aDevice().device, aDevice({ status: 'revoked' }).device];
        await ports.inCompany(acme, ({ devices }) => devices.add([one]));
        await ports.inCompany(other, ({ devices }) => devices.add([two]));
        const found = await ports.lookup.devicesById([one.deviceId, two.deviceId, 'nobody', 'a\0b']);
        expect(new Map(found.map(({ device, companyId }) => [device.deviceId, companyId]))).toEqual(
          new Map([
            [one.deviceId, acme],
            [two.deviceId, other],
          ]),
        );
        expect(found.find(({ companyId }) => companyId === acme)?.device.state).toEqual(one.state);
        expect(await ports.lookup.devicesById([])).toEqual([]);
        expect(await ports.inCompany(acme, ({ devices }) => devices.byId(two.deviceId))).toBeUndefined();
        expect((await ports.inCompany(acme, ({ devices }) => devices.byId(one.deviceId)))?.state).toEqual(
          one.state,
        );
      });

      it('of devices have another revision after each change, of other devices the same', async () => {
        const [one, two] = [aDevice().device, aDevice({ status: 'revoked' }).device];
        await ports.inCompany(acme, ({ devices }) => devices.add([one, two]));
        const revisions = () => ports.lookup.deviceRevisions([one.deviceId, two.deviceId, 'nobody', 'a\0b']);
        const before = await revisions();
        expect(new Set(before.keys())).toEqual(new Set([one.deviceId, two.deviceId]));
        expect(await revisions()).toEqual(before);
        const { device: rotated } = one.rotate();
        await ports.inCompany(acme, ({ devices }) => devices.update(rotated));
        const after = await revisions();
        expect(after.get(one.deviceId)).not.toBe(before.get(one.deviceId));
        expect(after.get(two.deviceId)).toBe(before.get(two.deviceId));
        expect((await ports.lookup.deviceRevisions([])).size).toBe(0);
      });
    });

    describe('users', () => {
      it('are returned as they were added and changed, to their own company only', async () => {
        const ana = aUser();
        await ports.inCompany(acme, ({ users }) => users.add([ana, aUser()]));
        const changed = ana.change({
          ...ana.profile,
          name: 'Ana María',
          email: null,
          picture: 'https://example.com/a.png',
        });
        await ports.inCompany(acme, ({ users }) => users.update(changed));
        const all = await ports.inCompany(acme, ({ users }) => users.all());
        expect(all).toHaveLength(2);
        expect(all).toContainEqual(changed);
        await ports.inCompany(acme, ({ users }) => users.update(changed.prune()));
        expect(await ports.inCompany(acme, ({ users }) => users.all())).toContainEqual(changed.prune());
        expect(await ports.inCompany(other, ({ users }) => users.all())).toEqual([]);
      });

      it('cannot have an idpId of another company, and none of the others is added then', async () => {
        const ana = aUser();
        await ports.inCompany(acme, ({ users }) => users.add([ana]));
        const attempt = ports.inCompany(other, ({ users }) =>
          users.add([aUser(), aUser({ idpId: ana.idpId })]),
        );
        await expect(attempt).rejects.toMatchObject({ code: 'idp_id_taken' });
        expect(await ports.inCompany(other, ({ users }) => users.all())).toEqual([]);
      });

      it('that are active are found by their idpId, across companies', async () => {
        const [ana, ben] = [aUser({ role: 'admin' }), aUser({ status: 'inactive' })];
        await ports.inCompany(other, ({ users }) => users.add([ana, ben]));
        expect(await ports.lookup.userByIdpId(ana.idpId)).toEqual({
          kind: 'user',
          companyId: other,
          userId: ana.userId,
          idpId: ana.idpId,
          role: 'admin',
        });
        expect(await ports.lookup.userByIdpId(ben.idpId)).toBeUndefined();
        expect(await ports.lookup.userByIdpId('nobody')).toBeUndefined();
      });
    });

    describe('invitations', () => {
      const all = (company: string) => ports.inCompany(company, ({ invitations }) => invitations.all());
      const take = (company: string, key: string) =>
        ports.inCompany(company, ({ invitations }) => invitations.take(key));

      it('are returned as they were added and changed, to their own company only', async () => {
        const [eva, tom] = [anInvitation(), anInvitation()];
        await ports.inCompany(acme, ({ invitations }) => invitations.add([eva, tom]));
        const changed = eva.redeclared({
          ...eva.profile,
          name: 'Eva',
          role: 'admin',
          picture: 'https://x.example/e',
        });
        await ports.inCompany(acme, async ({ invitations }) => {
          await invitations.update(changed);
          await invitations.update(tom.prune());
        });
        const found = await all(acme);
        expect(found).toHaveLength(2);
        expect(found).toEqual(expect.arrayContaining([changed, tom.prune()]));
        expect(await all(other)).toEqual([]);
        expect(await ports.lookup.companiesThatInvite(eva.emailKey)).toEqual([acme]);
        expect(await ports.lookup.companiesThatInvite(tom.emailKey)).toEqual([]);
      });

      it('are taken once, and may be issued again', async () => {
        const eva = anInvitation();
        const again = anInvitation({ email: eva.profile.email });
        await ports.inCompany(acme, ({ invitations }) => invitations.add([eva]));
        expect(await take(other, eva.emailKey)).toBeUndefined();
        expect(await take(acme, eva.emailKey)).toEqual(eva);
        expect(await take(acme, eva.emailKey)).toBeUndefined();
        expect([await all(acme), await ports.lookup.companiesThatInvite(eva.emailKey)]).toEqual([[], []]);
        await ports.inCompany(acme, ({ invitations }) => invitations.add([again]));
        await ports.inCompany(acme, ({ invitations }) => invitations.end([again]));
        expect(await all(acme)).toEqual([]);
      });

      it('that are withdrawn cannot be taken', async () => {
        const eva = anInvitation({ status: 'inactive' });
        await ports.inCompany(acme, ({ invitations }) => invitations.add([eva]));
        expect(await take(acme, eva.emailKey)).toBeUndefined();
      });

      it('of one address in two companies are both found', async () => {
        const eva = anInvitation();
        for (const company of [acme, other])
          await ports.inCompany(company, ({ invitations }) =>
            invitations.add([anInvitation({ email: eva.profile.email.toUpperCase() })]),
          );
        const found = await ports.lookup.companiesThatInvite(eva.emailKey);
        expect(found.toSorted()).toEqual([acme, other].toSorted());
      });
    });

    describe('API tokens', () => {
      it('are found by their key id, across companies and in any status', async () => {
        const token = aToken({
          expiresAt: new Date('2027-01-01T00:00:00.000Z'),
          scopes: ['read:production', 'read:phytosanitary'],
        });
        await ports.inCompany(other, ({ tokens }) => tokens.add(token));
        const found = await ports.lookup.tokenByKeyId(token.keyId);
        expect(found?.companyId).toBe(other);
        expect(found?.token.state).toEqual(token.state);

        const revoked = token.revoke(ISSUED_AT);
        await ports.inCompany(other, ({ tokens }) => tokens.update(revoked));
        expect((await ports.lookup.tokenByKeyId(token.keyId))?.token.state).toEqual(revoked.state);
        expect(await ports.lookup.tokenByKeyId('fk_nothing')).toBeUndefined();
      });

      it('have one current token per name, which a rotation replaces', async () => {
        const { token, credential } = anIssuedToken();
        await ports.inCompany(acme, ({ tokens }) => tokens.add(token));
        const second = ports.inCompany(acme, ({ tokens }) => tokens.add(aToken({ name: token.name })));
        await expect(second).rejects.toMatchObject({ code: 'token_name_taken' });
        await ports.inCompany(other, ({ tokens }) => tokens.add(aToken({ name: token.name })));

        const { retired, successor } = token.rotate(60_000, ISSUED_AT);
        await ports.inCompany(acme, async ({ tokens }) => {
          await tokens.update(retired);
          await tokens.add(successor.token);
        });
        const names = (await ports.inCompany(acme, ({ tokens }) => tokens.unrevoked())).map(
          ({ keyId }) => keyId,
        );
        expect(names.sort()).toEqual([token.keyId, successor.token.keyId].sort());
        expect(credential.startsWith(token.keyId)).toBe(true);
      });

      it('are visible to their own company only, and revoked ones are not among the unrevoked', async () => {
        const token = aToken();
        await ports.inCompany(acme, ({ tokens }) => tokens.add(token));
        expect(await ports.inCompany(other, ({ tokens }) => tokens.byKeyId(token.keyId))).toBeUndefined();
        await ports.inCompany(acme, ({ tokens }) => tokens.update(token.revoke(ISSUED_AT)));
        expect((await ports.inCompany(acme, ({ tokens }) => tokens.byKeyId(token.keyId)))?.isRevoked).toBe(
          true,
        );
        expect(await ports.inCompany(acme, ({ tokens }) => tokens.unrevoked())).toEqual([]);
      });

      it('store their latest use, in any company', async () => {
        const [mine, theirs] = [aToken(), aToken()];
        await ports.inCompany(acme, ({ tokens }) => tokens.add(mine));
        await ports.inCompany(other, ({ tokens }) => tokens.add(theirs));
        const [early, late] = [new Date('2026-05-01T10:00:00.000Z'), new Date('2026-05-01T11:00:00.000Z')];
        await ports.lastUseRepository.record([
          { keyId: mine.keyId, at: late },
          { keyId: theirs.keyId, at: early },
        ]);
        await ports.lastUseRepository.record([{ keyId: mine.keyId, at: early }]);
        expect(await ports.lastUsedAt(mine.keyId, acme)).toEqual(late);
        expect(await ports.lastUsedAt(theirs.keyId, other)).toEqual(early);
      });

      it('are behind in a feed since the first page in a row that left more', async () => {
        const [mine, theirs] = [aToken(), aToken()];
        await ports.inCompany(acme, ({ tokens }) => tokens.add(mine));
        await ports.inCompany(other, ({ tokens }) => tokens.add(theirs));
        const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 10, minute));
        const page = (
          feed: string,
          minute: number,
          hasMore: boolean,
          keyId: string = mine.keyId,
        ): FeedRead => ({
          ...{ keyId, feed, readAt: at(minute) },
          ...{ caughtUpAt: hasMore ? null : at(minute), behindSince: hasMore ? at(minute) : null },
        });
        for (const [minute, hasMore] of [
          [1, true],
          [2, false],
          [3, true],
          [4, true],
        ] as const)
          await ports.feedReadRepository.record([page('behind', minute, hasMore)]);
        await ports.feedReadRepository.record([
          page('caught up', 1, true),
          page('theirs', 9, true, theirs.keyId),
          page('of nobody', 9, true, 'fk_nobody'),
        ]);
        await ports.feedReadRepository.record([page('caught up', 5, false)]);

        const { keyId, name } = mine;
        const [behind, caughtUp] = [...(await ports.feedReads(acme))].sort((a, b) =>
          a.feed < b.feed ? -1 : 1,
        );
        expect(behind).toEqual({ keyId, name, feed: 'behind', readAt: at(4), behindSince: at(3) });
        expect(caughtUp).toEqual({ keyId, name, feed: 'caught up', readAt: at(5), behindSince: null });
        expect(await ports.feedReads(other)).toMatchObject([{ keyId: theirs.keyId, feed: 'theirs' }]);
      });

      it('are behind or not in a feed, in whichever order processes store its pages', async () => {
        const token = aToken();
        await ports.inCompany(acme, ({ tokens }) => tokens.add(token));
        const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 10, minute));
        const pages = [at(1), at(2), at(3), at(4)];
        for (const caughtUpAt of pages) {
          const orders = permutations(pages);
          const feedOf = (order: readonly Date[]) => order.map((page) => page.getUTCMinutes()).join('');
          for (const order of orders)
            for (const readAt of order) {
              const isLast = readAt.getTime() === caughtUpAt.getTime();
              const found = { caughtUpAt: isLast ? readAt : null, behindSince: isLast ? null : readAt };
              const feed = `${caughtUpAt.getUTCMinutes()}: ${feedOf(order)}`;
              await ports.feedReadRepository.record([{ keyId: token.keyId, feed, readAt, ...found }]);
            }
        }
        const reads = await ports.feedReads(acme);
        expect(reads).toHaveLength(96);
        for (const { feed, readAt, behindSince } of reads) {
          const caughtUpAt = at(Number(feed[0]));
          expect(readAt).toEqual(at(4));
          expect([feed, behindSince !== null]).toEqual([feed, caughtUpAt < at(4)]);
          if (behindSince) expect(behindSince.getTime()).toBeGreaterThan(caughtUpAt.getTime());
        }
      });
    });

    describe('devices', () => {
      it('are returned as they were added and changed, to their own company only', async () => {
        const { device } = aDevice();
        await ports.inCompany(acme, ({ devices }) => devices.add([device]));
        const revoked = device.prune();
        await ports.inCompany(acme, ({ devices }) => devices.update(revoked));
        const [read] = await ports.inCompany(acme, ({ devices }) => devices.all());
        expect(read?.state).toEqual(revoked.state);
        expect(await ports.inCompany(other, ({ devices }) => devices.all())).toEqual([]);
      });

      it('cannot have a deviceId of another company', async () => {
        const { device } = aDevice();
        await ports.inCompany(acme, ({ devices }) => devices.add([device]));
        const attempt = ports.inCompany(other, ({ devices }) =>
          devices.add([aDevice({}, device.deviceId).device]),
        );
        await expect(attempt).rejects.toMatchObject({ code: 'device_id_taken' });
      });
    });

    it('subscribers receive announcements of changes', async () => {
      let announce = (): void => undefined;
      const subscription = await ports.changes.subscribe(() => announce());
      const announced = new Promise<void>((resolve) => (announce = resolve));
      await ports.inCompany(acme, ({ users }) => users.add([aUser()]));
      await expect(announced).resolves.toBeUndefined();
      await subscription.stop();
    });
  });
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((first, i) => permutations(items.toSpliced(i, 1)).map((rest) => [first, ...rest]));
}
