import { beforeEach, describe, expect, it } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import { aCompany, ISSUED_AT } from '../../testing/builders.ts';
import { InMemoryAccess } from '../../testing/in-memory-access.ts';
import { AuthenticateApiKey } from './authenticate-api-key.ts';
import { AuthenticateApiToken } from './authenticate-api-token.ts';
import { IssueToken } from './issue-token.ts';
import { LastUse } from './last-use.ts';

const code = (expected: string) => expect.objectContaining({ code: expected });
const KEYS = {
  acme: 'key-of-acme-0123456789',
  other: 'key-of-other-0123456789',
  late: 'key-of-late-0123456789',
};

describe('an API key', () => {
  const [acme, other] = [aCompany({ key: 'acme' }), aCompany({ key: 'other' })];
  let access: InMemoryAccess;
  let clock: FixedClock;
  let authenticate: AuthenticateApiKey;
  beforeEach(async () => {
    clock = new FixedClock(ISSUED_AT);
    access = new InMemoryAccess();
    for (const company of [acme, other])
      await access.inCompany(company.companyId, ({ companies }) => companies.add(company));
    const keys = [
      { company: 'acme', key: KEYS.acme },
      { company: other.companyId, key: KEYS.other },
      { company: 'late', key: KEYS.late },
    ];
    const tokens = new AuthenticateApiToken(access.lookup, new LastUse(access.lastUseRepository), clock);
    authenticate = new AuthenticateApiKey(keys, access.lookup, tokens);
  });

  it('in the configuration belongs to the company that it names, by key or id', async () => {
    const principal = await authenticate.execute(KEYS.acme);
    expect(principal).toEqual({
      ...{ kind: 'key', companyId: acme.companyId, keyId: expect.stringMatching(/^static-[0-9a-f]{12}$/) },
    });
    expect(await authenticate.execute(KEYS.acme)).toBe(principal);
    expect(await authenticate.execute(KEYS.other)).toMatchObject({ companyId: other.companyId });
  });

  it('works as soon as its company exists', async () => {
    await expect(authenticate.execute(KEYS.late)).rejects.toEqual(code('invalid_token'));
    const late = aCompany({ key: 'late' });
    await access.inCompany(late.companyId, ({ companies }) => companies.add(late));
    expect(await authenticate.execute(KEYS.late)).toMatchObject({ companyId: late.companyId });
  });

  it('may be an active API token of any scope', async () => {
    const { companyId } = acme;
    const scopes = ['read:phytosanitary'];
    const issued = await new IssueToken(access.transactions, clock).execute({
      ...{ companyId, name: 'bi', scopes, expiresAt: new Date(ISSUED_AT.getTime() + 1_000) },
    });
    expect(await authenticate.execute(issued.credential)).toMatchObject({ kind: 'token', companyId });
    clock.advance(1_000);
    await expect(authenticate.execute(issued.credential)).rejects.toEqual(code('token_expired'));
  });

  it('that is unknown or missing is refused', async () => {
    for (const wrong of ['nonsense', `${KEYS.acme}x`, KEYS.acme.slice(1)])
      await expect(authenticate.execute(wrong)).rejects.toEqual(code('invalid_token'));
    await expect(authenticate.execute(undefined)).rejects.toEqual(code('unauthenticated'));
  });
});
