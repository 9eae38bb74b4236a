import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import type { Database } from '@furrow/database';
import { AuditTrail } from '@furrow/journal';
import { Client } from 'pg';
import type { ApiToken } from '../../domain/api-token.ts';
import { wireAccess, wireAccessIn } from '../../wiring.ts';
import { TakeInvitation } from '../../application/users/take-invitation.ts';
import { aCompany, anInvitation, aToken, aUser, ISSUED_AT } from '../../testing/builders.ts';
import { describeAccessPorts } from '../../testing/access.contract.ts';
import { accessOnPostgres } from '../../testing/access-on-postgres.ts';
import { TypeormAccessChanges } from './typeorm-access-changes.ts';
import { TypeormApiTokenRepository } from './typeorm-api-token-repository.ts';
import { TypeormCompanyRepository } from './typeorm-company-repository.ts';
import { TypeormTokenQuery } from './typeorm-token-query.ts';
import { TypeormCredentialLookup } from './typeorm-credential-lookup.ts';
import { TypeormFeedReadRepository } from './feeds/typeorm-feed-read-repository.ts';
import { TypeormInvitationRepository } from './typeorm-invitation-repository.ts';
import { TypeormLastUseRepository } from './typeorm-last-use-repository.ts';
import { TypeormPeopleTransactions } from './typeorm-people-transactions.ts';
import { UserDirectory } from './user-directory.ts';
import { TypeormUserRepository } from './typeorm-user-repository.ts';

describeAccessPorts('PostgreSQL', () => accessOnPostgres());

describe('access on PostgreSQL', () => {
  let database: Database;
  let close: () => Promise<void>;
  let ownerUrl: string;
  const clock = new FixedClock(ISSUED_AT);
  beforeAll(async () => {
    ({ database, close, ownerUrl } = await accessOnPostgres());
  });
  afterAll(() => close());

  async function aCompanyOnFile(): Promise<string> {
    const company = aCompany();
    await database.tenant(company.companyId, (tx) => new TypeormCompanyRepository(tx).add(company));
    return company.companyId;
  }

  it('shows a query without WHERE only its own company, and lets no company write into another', async () => {
    const [acme, other] = [await aCompanyOnFile(), await aCompanyOnFile()];
    await database.tenant(other, (tx) => new TypeormUserRepository(tx).add([aUser()]));
    await database.tenant(other, (tx) => new TypeormApiTokenRepository(tx).add(aToken()));
    for (const table of ['users', 'api_tokens', 'devices'])
      expect(await database.tenant(acme, (tx) => tx.query(`SELECT * FROM access.${table}`))).toEqual([]);
    expect(
      await database.tenant(acme, (tx) => tx.query('SELECT company_id FROM access.companies')),
    ).toHaveLength(1);

    const intrusion = database.tenant(acme, (tx) =>
      tx.query(
        `INSERT INTO access.users (company_id, user_id, idp_id, name, role, status)
         VALUES ($1, $2, 'intruder', 'x', 'admin', 'active')`,
        [other, newId()],
      ),
    );
    await expect(intrusion).rejects.toThrow('row-level security');
  });

  it('lets the system role write only the last use', async () => {
    for (const column of ['revoked_at', 'expires_at'])
      await expect(
        database.system((tx) => tx.query(`UPDATE access.api_tokens SET ${column} = NULL`)),
      ).rejects.toThrow('permission denied');
    await expect(database.system((tx) => tx.query(`UPDATE access.users SET role = 'admin'`))).rejects.toThrow(
      'permission denied',
    );
    await database.system((tx) => tx.query('UPDATE access.api_tokens SET last_used_at = last_used_at'));
  });

  it('applies a file twice and changes nothing the second time, not even a row version', async () => {
    const companyId = newId();
    const projectId = newId();
    const apply = () =>
      database.tenant(companyId, async (tx) => {
        const { profile } = acme;
        await wireAccessIn(tx, clock).applyCompany.execute(profile);
        return {
          users: await wireAccessIn(tx, clock).applyUsers.execute(
            [{ idpId: 'idp|twice', name: 'Ana', role: 'admin' }],
            {
              prune: true,
            },
          ),
          devices: await wireAccessIn(tx, clock).applyDevices.execute([{ deviceId: 'ws-twice', projectId }], {
            prune: true,
          }),
          tokens: await wireAccessIn(tx, clock).applyApiTokens.execute(
            [{ name: 'bi', scopes: ['read:production'] }],
            {
              prune: true,
            },
          ),
        };
      });
    const acme = aCompany();
    const versions = () =>
      database.tenant(companyId, (tx) =>
        tx.query(`SELECT xmin::text FROM access.companies UNION ALL SELECT xmin::text FROM access.users
                  UNION ALL SELECT xmin::text FROM access.devices UNION ALL SELECT xmin::text FROM access.api_tokens`),
      );

    const first = await apply();
    const before = await versions();
    const second = await apply();
    expect(await versions()).toEqual(before);
    expect(before).toHaveLength(4);
    expect(second.users).toEqual(first.users);
    expect(first.devices.get('ws-twice')?.deviceSecret).toMatch(/^[\w-]{43}$/);
    expect(second.devices.get('ws-twice')).toEqual({});
    expect(second.tokens.get('bi')).toEqual({ keyId: first.tokens.get('bi')?.keyId });
  });

  it('lets exactly one of many simultaneous rotations succeed', async () => {
    const companyId = await aCompanyOnFile();
    const { issueToken: issue, rotateToken: rotate } = wireAccess(database, clock);
    const { token } = await issue.execute({
      companyId,
      name: 'bi',
      scopes: ['read:production'],
      expiresAt: null,
    });
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () => rotate.execute({ keyId: token.keyId, overlap: 0 })),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts)
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'token_not_current' });
  });

  it('lists companies, users and tokens for the operator, without secrets', async () => {
    const companyId = await aCompanyOnFile();
    const { issueToken: issue, rotateToken: rotate, revokeToken: revoke } = wireAccess(database, clock);
    const day = 86_400_000;
    const tokenOf = async (name: string, expiresAt: Date | null = null) =>
      (await issue.execute({ companyId, name, scopes: ['read:production'], expiresAt })).token.keyId;
    const revoked = await tokenOf('revoked');
    await revoke.execute({ keyId: revoked });
    await revoke.execute({ keyId: revoked });
    await tokenOf('expired', new Date(ISSUED_AT.getTime() - day));
    await rotate.execute({ keyId: await tokenOf('rotated'), overlap: day });
    const user = aUser();
    await database.tenant(companyId, (tx) => new TypeormUserRepository(tx).add([user]));

    const { listUsers, listCompanies, findCompany } = wireAccess(database, clock);
    const tokens = await new TypeormTokenQuery(database, new FixedClock(ISSUED_AT)).all(companyId);
    expect(tokens.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'rotated active',
      'rotated retiring',
      'expired expired',
      'revoked revoked',
    ]);
    expect(JSON.stringify(tokens)).not.toMatch(/hash|secret/i);
    expect(await listUsers.execute(companyId)).toEqual([{ userId: user.userId, ...user.profile }]);
    const company = (await listCompanies.execute()).find((item) => item.companyId === companyId);
    expect(await findCompany.execute(company?.key ?? '')).toEqual(company);
    expect(await findCompany.execute('nobody')).toBeUndefined();
  });

  describe('an invitation', () => {
    const invited = async (email: string) => {
      const companyId = await aCompanyOnFile();
      const invitation = anInvitation({ email });
      await database.tenant(companyId, (tx) => new TypeormInvitationRepository(tx).add([invitation]));
      return { companyId, invitation };
    };
    const takeAs = (subject: string, email: string) =>
      new TakeInvitation(
        new TypeormCredentialLookup(database),
        new TypeormPeopleTransactions(database),
      ).execute({ idpId: subject, email });
    const usersOf = (companyId: string) =>
      database.tenant(companyId, (tx) => new TypeormUserRepository(tx).all());

    it('is taken once by many sign-ins at a time, and is told as the act of the one', async () => {
      const { companyId, invitation } = await invited('many@example.com');
      const subjects = Array.from({ length: 8 }, (_, i) => `idp|many-${i % 2}`);
      await Promise.all(subjects.map((subject) => takeAs(subject, 'MANY@example.com')));
      const [user, ...others] = await usersOf(companyId);
      expect([user?.userId, others]).toEqual([invitation.userId, []]);
      const acts = await new AuditTrail(database).entries(companyId, {
        subject: invitation.userId,
        limit: 10,
      });
      expect(acts.map(({ act, channel, actor }) => [act, channel, actor])).toEqual([
        ['invitation.added', 'system', null],
        ['invitation.taken', 'user', user?.idpId],
        ['user.added', 'user', user?.idpId],
      ]);
    });

    it('is either taken or changed by an apply at the same time, never both', async () => {
      const { companyId } = await invited('both@example.com');
      const apply = () =>
        database.tenant(companyId, (tx) =>
          wireAccessIn(tx, clock).applyUsers.execute(
            [{ name: 'Changed', role: 'admin', email: 'both@example.com' }],
            { prune: false },
          ),
        );
      await Promise.all([takeAs('idp|both', 'both@example.com'), apply(), apply()]);
      const { listUsers } = wireAccess(database, clock);
      expect(await listUsers.execute(companyId)).toMatchObject([
        { idpId: 'idp|both', name: 'Changed', role: 'admin', status: 'active' },
      ]);
    });
  });

  it('gives other contexts only users of their own company, and accepts any text as an id', async () => {
    const [acme, other] = [await aCompanyOnFile(), await aCompanyOnFile()];
    const [ana, ben] = [aUser({ status: 'inactive' }), aUser()];
    await database.tenant(acme, (tx) => new TypeormUserRepository(tx).add([ana]));
    await database.tenant(other, (tx) => new TypeormUserRepository(tx).add([ben]));
    const users = await database.tenant(acme, (tx) =>
      new UserDirectory().byIds(tx, [ana.userId, ben.userId, 'no id at all']),
    );
    const { status: _, ...profile } = ana.profile;
    expect([...users]).toEqual([[ana.userId, { userId: ana.userId, ...profile }]]);
  });

  it('announces revocations and deactivations, but not the last use', async () => {
    const companyId = await aCompanyOnFile();
    const { token } = await wireAccess(database, clock).issueToken.execute({
      companyId,
      name: 'bi',
      scopes: ['read:production'],
      expiresAt: null,
    });
    const heard: string[] = [];
    let phase = 'start';
    let wake = (): void => undefined;
    const subscription = await new TypeormAccessChanges(database).subscribe(() => {
      heard.push(phase);
      wake();
    });
    phase = 'use';
    await new TypeormLastUseRepository(database).record([{ keyId: token.keyId, at: ISSUED_AT }]);
    phase = 'revocation';
    const woken = new Promise<void>((resolve) => (wake = resolve));
    await wireAccess(database, clock).revokeToken.execute({ keyId: token.keyId });
    await woken; // notifications come in the order of their commits, so one of the last use would have arrived
    expect(heard.filter((at) => at !== 'start')).toEqual(['revocation']);
    await subscription.stop();
  });

  async function tokensOfCompanies(count: number) {
    const tokens = Array.from({ length: count }, () => aToken());
    for (const token of tokens)
      await database.tenant(await aCompanyOnFile(), (tx) => new TypeormApiTokenRepository(tx).add(token));
    return tokens;
  }
  const usesOf = (tokens: readonly ApiToken[]) => tokens.map(({ keyId }) => ({ keyId, at: ISSUED_AT }));

  it('stores the last uses of all tokens but those that a request holds', async () => {
    const [held, ...others] = await tokensOfCompanies(3);
    const uses = usesOf([held!, ...others]);
    const repository = new TypeormLastUseRepository(database);
    const owner = new Client({ connectionString: ownerUrl });
    await owner.connect();
    try {
      await owner.query('BEGIN');
      await owner.query('SELECT FROM access.api_tokens WHERE key_id = $1 FOR UPDATE', [held!.keyId]);
      expect(await repository.record(uses)).toEqual(usesOf([held!]));
      const stored = await owner.query('SELECT key_id FROM access.api_tokens WHERE last_used_at = $1', [
        ISSUED_AT,
      ]);
      expect(stored.rows.map((row: { key_id: string }) => row.key_id)).toEqual(
        expect.arrayContaining(others.map(({ keyId }) => keyId)),
      );
    } finally {
      await owner.end();
    }
  });

  it('stores the reads of all tokens but the one that PostgreSQL fails with, which it tells once', async () => {
    const tokens = await tokensOfCompanies(3);
    const reports: string[] = [];
    const repository = new TypeormFeedReadRepository(database, (message) => reports.push(message));
    const reads = tokens.map(({ keyId }) => ({
      ...{ keyId, feed: 'harvest', readAt: ISSUED_AT, caughtUpAt: ISSUED_AT, behindSince: null },
    }));
    const owner = new Client({ connectionString: ownerUrl });
    await owner.connect();
    try {
      await owner.query(`
        CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF NEW.token_id = '${tokens[1]!.state.tokenId}' THEN RAISE EXCEPTION 'poison'; END IF;
          RETURN NEW;
        END $$;
        CREATE TRIGGER poison BEFORE INSERT ON access.feed_reads FOR EACH ROW EXECUTE FUNCTION poison()`);
      expect(await repository.record(reads)).toEqual([reads[1]]);
      expect(await repository.record(reads)).toEqual([reads[1]]);
      expect(reports).toEqual([expect.stringContaining(tokens[1]!.keyId)]);
    } finally {
      await owner.query('DROP FUNCTION poison CASCADE');
      await owner.end();
    }
  });
});
