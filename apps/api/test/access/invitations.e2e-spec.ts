import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestIdentityProvider } from '@furrow/access/testing';
import { aFarm, PROJECTS, type ProvisionedFarm } from '@furrow/testbed/farms';
import {
  type ApiProcess,
  AS_NAVIGATION,
  Client,
  type Json,
  OpenIdProvider,
  System,
  Visitor,
} from '@furrow/testbed/system';
import { expectRefusal, wrongFields } from '../harness/refusal.ts';

const FARM = '/api/control/farm';
const SESSION = '/api/console/session';
const SIGN_IN = '/api/console/sign-in';

let system: System;
let farm: ProvisionedFarm;
let admin: Client;
/** What tokens are issued for, and where people log in. */
let issuer: TestIdentityProvider;
let provider: OpenIdProvider;
let ofIssuer: ApiProcess;
let ofProvider: ApiProcess;
let number = 0;

beforeAll(async () => {
  system = await System.shared();
  [issuer, provider] = [await TestIdentityProvider.start(), await OpenIdProvider.listen()];
  const { issuer: name, audience, jwksUri } = issuer;
  ofIssuer = await system.another({
    ...{ USER_JWT_ISSUER: name, USER_JWT_AUDIENCE: audience, USER_JWT_JWKS_URI: jwksUri },
  });
  ofProvider = await system.another(provider.environment);
  await provider.serve(ofProvider.url);
});
afterAll(async () => {
  await Promise.all([ofIssuer?.end(), ofProvider?.end()]);
  await Promise.all([issuer?.stop(), provider?.stop(), system?.stop()]);
});
beforeEach(async () => {
  farm = await system.provision(aFarm(`invites-${++number}`));
  admin = farm.as('ada');
});

const address = (name = 'eva') => `${name}-${number}@example.com`;
const subject = (name = 'eva') => `idp|${name}-${number}`;
const eva = (over: Json = {}) => ({ email: address(), name: 'Eva Soto', role: 'admin', ...over });
const invite = (person: Json = eva(), by: Client = admin) => by.patch(FARM, { users: [person] });
const people = async (): Promise<Json[]> => (await admin.get(FARM)).data.users;
const asked = (claims: Json) => Client.withBearer(ofIssuer.url, issuer.sign(claims)).get(PROJECTS);
const vouched = (over: Json = {}) => ({ sub: subject(), email: address(), email_verified: true, ...over });

async function loggedIn(name: string): Promise<[number, Visitor]> {
  const who = new Visitor(ofProvider.url);
  const begun = await who.get(SIGN_IN, AS_NAVIGATION);
  const back = await provider.logIn(who, begun.headers.get('location')!, name);
  return [(await who.get(back, AS_NAVIGATION)).status, who];
}

describe('an invitation', () => {
  it('is told as such, and is no admin of the company yet', async () => {
    const { data } = await invite();
    const told = { ...eva(), picture: null, status: 'invited' };
    expect(data.changes).toEqual([
      { kind: 'user', key: address(), action: 'created', before: null, after: told },
    ]);
    expect(data.ids.users).toEqual({ [address()]: expect.any(String) });
    expect(await people()).toContainEqual(told);
    const lastAdmin = { idpId: farm.idpId('ada'), name: 'Ada', role: 'supervisor' };
    expectRefusal(await admin.patch(FARM, { users: [lastAdmin] }), 422, 'B', 'last_admin');
  });

  it('changes nothing when it is repeated, before and after it was taken', async () => {
    const first = (await invite()).data;
    const again = (await invite(eva({ email: address().toUpperCase() }))).data;
    expect([again.version, again.changes[0].action]).toEqual([first.version, 'unchanged']);
    expect((await asked(vouched())).status).toBe(200);
    const { changes, ids } = (await invite()).data;
    expect(changes).toMatchObject([{ key: subject(), action: 'unchanged', after: { status: 'active' } }]);
    expect(ids.users).toEqual(first.ids.users);
  });

  it('can be withdrawn', async () => {
    await invite();
    const { data } = await invite(eva({ status: 'inactive' }));
    expect(data.changes).toMatchObject([{ action: 'updated', after: { status: 'inactive' } }]);
    expectRefusal(await asked(vouched()), 403, 'B', 'user_not_registered');
  });

  it('needs an address', async () => {
    expect(wrongFields(await invite({ name: 'Eva', role: 'admin' }))).toEqual(['users[0].email']);
  });
});

describe('a token of the configured issuer', () => {
  it('takes the invitation of its verified address, whatever its case, and is its user from then on', async () => {
    const { ids } = (await invite()).data;
    expect((await asked(vouched({ email: address().toUpperCase() }))).status).toBe(200);
    expect((await asked({ sub: subject() })).status).toBe(200);
    const { idpId, email, status } = (await people()).find(({ name }) => name === 'Eva Soto')!;
    expect([idpId, email, status]).toEqual([subject(), address(), 'active']);
    const told = await system.sql(
      `SELECT act, door, actor FROM audit.entries WHERE company_id = $1 AND $2 = ANY (subjects) ORDER BY entry_id`,
      [farm.ids.companyId, ids.users[address()]],
    );
    expect(told).toEqual([
      { act: 'invitation.added', door: 'user', actor: farm.idpId('ada') },
      { act: 'invitation.taken', door: 'user', actor: subject() },
      { act: 'user.added', door: 'user', actor: subject() },
    ]);
  });

  it.each([
    ['is not verified', { email_verified: false }],
    ['may be verified', { email_verified: undefined }],
    ['is another', { email: 'somebody@example.com' }],
  ])('takes none where its address %s', async (_, over) => {
    await invite();
    expectRefusal(await asked(vouched(over)), 403, 'B', 'user_not_registered');
    expect(await people()).toContainEqual(expect.objectContaining({ status: 'invited' }));
  });

  it('takes none where another issuer made it', async () => {
    await invite();
    expectRefusal(await asked(vouched({ iss: 'https://else.example/' })), 401, 'B', 'invalid_token');
    const other = await TestIdentityProvider.start();
    const forged = Client.withBearer(ofIssuer.url, other.sign(vouched({ iss: issuer.issuer })));
    expectRefusal(await forged.get(PROJECTS), 401, 'B', 'invalid_token');
    await other.stop();
  });

  it('takes it once, of many at a time', async () => {
    await invite();
    const [mine, theirs] = [vouched(), vouched({ sub: subject('thief') })];
    const all = await Promise.all(Array.from({ length: 12 }, (_, i) => asked(i % 2 === 0 ? mine : theirs)));
    const admitted = all.map(({ status }) => status);
    const [first, second] = [
      admitted.filter((__, i) => i % 2 === 0),
      admitted.filter((__, i) => i % 2 === 1),
    ];
    expect([new Set(first), new Set(second)].map((each) => [...each]).toSorted()).toEqual([[200], [403]]);
    expect((await people()).filter(({ name }) => name === 'Eva Soto')).toHaveLength(1);
  });

  it('takes none of two companies, until one withdraws it', async () => {
    const other = await system.provision(aFarm(`invites-too-${number}`));
    await invite();
    await invite(eva(), other.as('ada'));
    expectRefusal(await asked(vouched()), 403, 'B', 'invitation_ambiguous');
    await invite(eva({ status: 'inactive' }), other.as('ada'));
    expect((await asked(vouched())).status).toBe(200);
  });

  it('of a user of another company remains theirs', async () => {
    const other = await system.provision(aFarm(`invites-else-${number}`));
    await invite();
    const ben = { sub: other.idpId('ana'), email: address(), email_verified: true };
    expect((await asked(ben)).status).toBe(200);
    expect(await people()).toContainEqual(expect.objectContaining({ email: address(), status: 'invited' }));
  });
});

describe('signing in at the console', () => {
  it('takes the invitation of the address that the provider has verified', async () => {
    await invite();
    provider.knows(subject(), address());
    const [status, who] = await loggedIn(subject());
    expect(status).toBe(302);
    const { data } = (await (await who.get(SESSION)).json()) as Json;
    expect(data.user).toMatchObject({ idpId: subject(), name: 'Eva Soto', role: 'admin' });
    expect((await loggedIn(subject()))[0]).toBe(302);
  });

  it('takes it once, of two people at a time', async () => {
    await invite();
    const logins = [subject(), subject('thief')];
    for (const login of logins) provider.knows(login, address());
    const statuses = (await Promise.all(logins.map(loggedIn))).map(([status]) => status);
    expect(statuses.toSorted()).toEqual([302, 403]);
  });

  it('takes none of an address that the provider has not verified', async () => {
    await invite();
    provider.knows(subject(), address(), false);
    expect((await loggedIn(subject()))[0]).toBe(403);
  });

  it('is refused where two companies invite', async () => {
    const other = await system.provision(aFarm(`invites-both-${number}`));
    await invite();
    await invite(eva(), other.as('ada'));
    provider.knows(subject(), address());
    expect((await loggedIn(subject()))[0]).toBe(403);
  });

  it('lets invited people be chosen with development keys', async () => {
    await invite();
    const visitor = new Visitor(system.url);
    const { data } = (await (await visitor.get(`${SIGN_IN}/options`)).json()) as Json;
    expect(data.candidates).toContainEqual(expect.objectContaining({ idpId: address(), name: 'Eva Soto' }));
    const user = encodeURIComponent(address());
    expect((await visitor.post(`${SIGN_IN}?user=${user}`)).status).toBe(303);
    expect((await visitor.get(FARM)).status).toBe(200);
  });
});
