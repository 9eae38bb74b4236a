import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { aFarm, PROJECTS, type ProvisionedFarm, WORKERS } from '@furrow/testbed/farms';
import {
  type ApiProcess,
  AS_NAVIGATION,
  FROM_OWN_PAGE,
  type Json,
  OpenIdProvider,
  System,
  Visitor,
} from '@furrow/testbed/system';

const SESSION = '/api/console/session';
const SIGN_IN = '/api/console/sign-in';
const SIGN_OUT = '/api/console/sign-out';
const CALLBACK = '/api/console/callback';
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const SCRIPTED = '<script>alert(1)</script> & "Co"';

let system: System;
let farm: ProvisionedFarm;
let provider: OpenIdProvider;
/** The same installation, with an identity provider. */
let api: ApiProcess;
/** A browser at the host with development keys. */
let visitor: Visitor;

beforeAll(async () => {
  system = await System.shared();
  const users = [
    ...aFarm('acme')['users'],
    { idpId: 'idp|acme-eve', name: SCRIPTED, role: 'supervisor' },
    { idpId: 'idp|acme-leo', name: 'Leo', role: 'supervisor' },
  ];
  farm = await system.provision(aFarm('acme', { users }));
  provider = await OpenIdProvider.listen();
  api = await system.another(provider.environment);
  await provider.serve(api.url);
});
afterAll(async () => {
  await api?.end();
  await provider?.stop();
  await system?.stop();
});
beforeEach(() => {
  visitor = new Visitor(system.url);
});

const codeOf = async (response: Response) => [response.status, ((await response.json()) as Json).code];
const choose = (who: Visitor, name: string, returnTo?: string) =>
  who.post(
    `${SIGN_IN}?${new URLSearchParams({ user: farm.idpId(name), ...(returnTo && { returnTo }) }).toString()}`,
    { ...FROM_OWN_PAGE, ...AS_NAVIGATION },
  );
async function signedIn(name: string): Promise<Visitor> {
  const who = new Visitor(system.url);
  expect((await choose(who, name)).status).toBe(303);
  return who;
}

describe('with development keys', () => {
  it('lists the active users to be, with nothing that runs, and whatever they are called', async () => {
    const response = await visitor.get(`${SIGN_IN}?returnTo=/console/climate`, AS_NAVIGATION);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    const page = await response.text();
    expect(page).not.toMatch(/<script|\son\w+=|\sstyle=/);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Co&quot;');
    expect(page).toContain('user=idp%7Cacme-ana&amp;returnTo=%2Fconsole%2Fclimate');
    expect(page).not.toContain('acme-ida');
  });

  it('speaks Spanish to who prefers it', async () => {
    const response = await visitor.get(SIGN_IN, { ...AS_NAVIGATION, 'accept-language': 'es-CL,es;q=0.9' });
    expect(await response.text()).toContain('<html lang="es">');
  });

  it('lets somebody be chosen, who is then known', async () => {
    const chosen = await choose(visitor, 'ana', '/console/today?lang=es');
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/console/today?lang=es']);
    expect(chosen.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^furrow=[\w.-]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/),
    ]);
    const session = await visitor.get(SESSION);
    expect(session.status).toBe(200);
    expect(((await session.json()) as Json).data).toEqual({
      user: {
        ...{ userId: farm.ids.users[farm.idpId('ana')], name: 'ana of acme', role: 'supervisor' },
        ...{ email: 'ana@acme.example', idpId: farm.idpId('ana') },
      },
      company: {
        companyId: farm.ids.companyId,
        name: 'acme farms',
        timezone: 'America/Santiago',
        ...{ currency: null, currencyDecimals: 2 },
      },
      ...{ expiresAt: INSTANT, tiles: null, devLogin: true },
    });
  });

  it('leads to no other host', async () => {
    const chosen = await choose(visitor, 'ana', '//evil.example/console/');
    expect(chosen.headers.get('location')).toBe('/console/');
  });

  it('accepts no choice from pages of other origins or of inactive users', async () => {
    const ana = `${SIGN_IN}?user=${encodeURIComponent(farm.idpId('ana'))}`;
    expect(await codeOf(await visitor.post(ana, { 'sec-fetch-site': 'cross-site' }))).toEqual([
      ...[403, 'cross_site_request'],
    ]);
    const ida = `${SIGN_IN}?user=${encodeURIComponent(farm.idpId('ida'))}`;
    expect(await codeOf(await visitor.post(ida))).toEqual([403, 'user_not_registered']);
    expect(await codeOf(await visitor.post(SIGN_IN))).toEqual([400, 'validation_failed']);
    expect(visitor.cookies().size).toBe(0);
  });

  it.each([
    ...[
      ['via', '1.1 proxy'],
      ['x-real-ip', '203.0.113.7'],
      ['x-forwarded-for', '203.0.113.7'],
    ],
    ...[
      ['x-forwarded-proto', 'http'],
      ['x-forwarded-host', 'farm.example'],
      ['x-forwarded-port', '80'],
    ],
    ...[
      ['forwarded', 'for=203.0.113.7'],
      ['cf-connecting-ip', '203.0.113.7'],
      ['x-client-ip', '203.0.113.7'],
    ],
  ])('does not exist behind a proxy on this machine, which adds %s', async (name, value) => {
    const forwarded = { [name]: value, accept: 'application/json' };
    expect(await codeOf(await visitor.get(SIGN_IN, forwarded))).toEqual([403, 'sign_in_off']);
    const ana = `${SIGN_IN}?user=${encodeURIComponent(farm.idpId('ana'))}`;
    expect(await codeOf(await visitor.post(ana, { ...FROM_OWN_PAGE, ...forwarded }))).toEqual([
      ...[403, 'sign_in_off'],
    ]);
    expect(visitor.cookies().size).toBe(0);
  });

  it('tells a person in a page and a program in JSON why nobody is signed in', async () => {
    const refused = await visitor.get(SIGN_IN, { ...AS_NAVIGATION, 'x-forwarded-for': '203.0.113.7' });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
    expect(await refused.text()).toContain('on this machine alone');
  });
});

describe('a session', () => {
  it('opens what a JWT opens, for the same user', async () => {
    const ana = await signedIn('ana');
    const [asCookie, asJwt] = [await ana.get(PROJECTS), await farm.as('ana').get(PROJECTS)];
    expect([asCookie.status, await asCookie.json()]).toEqual([200, asJwt.body]);
    expect((await ana.get('/api/control/devices')).status).toBe(403);
    expect((await (await signedIn('ada')).get('/api/control/devices')).status).toBe(200);
  });

  it('opens nothing of the mobile app', async () => {
    const ana = await signedIn('ana');
    expect(await codeOf(await ana.get('/api/mobile/forms?subtype=tasks'))).toEqual([404, 'route_not_found']);
  });

  it('changes and answers nothing for a page that still shows another user', async () => {
    const ana = await signedIn('ana');
    const of = (name: string) => ({ 'furrow-user': farm.ids.users[farm.idpId(name)]! });
    expect((await ana.get(PROJECTS, of('ana'))).status).toBe(200);
    expect(await codeOf(await ana.get(PROJECTS, of('ada')))).toEqual([401, 'invalid_token']);
    expect(await codeOf(await make(ana, { ...FROM_OWN_PAGE, ...of('ada') }))).toEqual([401, 'invalid_token']);
    expect((await ana.get(SESSION)).status).toBe(200);
  });

  it('gives way to a JWT', async () => {
    const ana = await signedIn('ana');
    const { authorization } = farm.as('ada').headers as { authorization: string };
    const { data } = (await (await ana.get(SESSION, { authorization })).json()) as Json;
    expect([data.user.name, data.expiresAt]).toEqual(['ada of acme', null]);
    expect(await codeOf(await ana.get(SESSION, { authorization: 'Bearer a.b.c' }))).toEqual([
      ...[401, 'invalid_token'],
    ]);
  });

  const body = () => JSON.stringify(farm.workerBody());
  const make = async (who: Visitor, headers: Record<string, string>) =>
    who.post(WORKERS, { 'content-type': 'application/json', ...headers }, body());

  it.each([
    ['its own page', () => FROM_OWN_PAGE],
    ['its own page in an older browser', () => ({ origin: system.url })],
  ])('changes data from %s', async (_, headers) => {
    expect((await make(await signedIn('ana'), headers())).status).toBe(201);
  });

  it.each([
    ['no page', {}],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour of the site', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['another site in an older browser', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['another site that says otherwise', { 'sec-fetch-site': 'cross-site', origin: 'SELF' }],
  ])('changes nothing from %s', async (_, headers: Record<string, string>) => {
    const ana = await signedIn('ana');
    const sent = headers['origin'] === 'SELF' ? { ...headers, origin: system.url } : headers;
    expect(await codeOf(await make(ana, sent))).toEqual([403, 'cross_site_request']);
    expect(await codeOf(await ana.post(SIGN_OUT, sent))).toEqual([403, 'cross_site_request']);
    expect((await ana.get(SESSION)).status).toBe(200);
  });

  it('does not check the origin of a request with a JWT', async () => {
    const { authorization } = farm.as('ana').headers as { authorization: string };
    const headers = { authorization, 'sec-fetch-site': 'cross-site' };
    expect((await make(new Visitor(system.url), headers)).status).toBe(201);
  });

  it('is invalid when a letter of it is changed, and is not a token of another kind', async () => {
    const ana = await signedIn('ana');
    const cookie = ana.cookies().get('furrow')!;
    const middle = Math.floor(cookie.length / 2);
    const changed = `${cookie.slice(0, middle)}${cookie[middle] === 'A' ? 'B' : 'A'}${cookie.slice(middle + 1)}`;
    const { authorization } = farm.as('ana').headers as { authorization: string };
    for (const bad of [changed, 'rubbish', 'a'.repeat(5_000), authorization.slice('Bearer '.length)])
      expect(await codeOf(await visitor.get(SESSION, { cookie: `furrow=${bad}` }))).toEqual([
        ...[401, 'invalid_token'],
      ]);
    expect(await codeOf(await visitor.get(SESSION, { cookie: `__Host-furrow=${cookie}` }))).toEqual([
      ...[401, 'unauthenticated'],
    ]);
  });

  it('ends by signing out', async () => {
    const ana = await signedIn('ana');
    const out = await ana.post(SIGN_OUT);
    expect(await out.json()).toEqual({ status: 'success', data: { next: '/console/' } });
    expect(ana.cookies().size).toBe(0);
    expect(await codeOf(await ana.get(SESSION))).toEqual([401, 'unauthenticated']);
    expect((await ana.post(SIGN_OUT)).status).toBe(200);
  });

  it('ends at once for a user who is no longer active', async () => {
    const leo = await signedIn('leo');
    await system.sql(`UPDATE access.users SET status = 'inactive' WHERE idp_id = $1`, [farm.idpId('leo')]);
    await until('leo is refused', async () => (await leo.get(PROJECTS)).status === 403);
    expect(await codeOf(await leo.get(SESSION))).toEqual([403, 'user_not_registered']);
  });
});

describe('with an identity provider', () => {
  /** Begins to sign in. @returns the address at the provider */
  async function begun(who: Visitor, returnTo = '/console/today'): Promise<URL> {
    const response = await who.get(`${SIGN_IN}?returnTo=${encodeURIComponent(returnTo)}`, AS_NAVIGATION);
    expect(response.status).toBe(302);
    return new URL(response.headers.get('location')!);
  }

  /** Returns from the provider with its answer. */
  async function answered(who: Visitor, asked: URL, name = 'ana'): Promise<URL> {
    return new URL(await provider.logIn(who, asked.href, farm.idpId(name)));
  }

  const pathOf = ({ pathname, search }: URL) => `${pathname}${search}`;
  let person: Visitor;
  beforeEach(() => {
    person = new Visitor(api.url);
  });

  it('signs in whom the provider vouches for, by code and PKCE', async () => {
    const asked = await begun(person, '/console/sessions/1?lang=es');
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      ...{ client_id: provider.clientId, response_type: 'code', scope: 'openid email' },
      ...{ redirect_uri: `${api.url}${CALLBACK}`, code_challenge_method: 'S256' },
      ...{ code_challenge: expect.any(String), state: expect.any(String), nonce: expect.any(String) },
    });
    const back = await answered(person, asked);
    const signedIn = await person.get(back.href, AS_NAVIGATION);
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([302, '/console/sessions/1?lang=es']);
    expect([...person.cookies().keys()]).toEqual(['furrow']);
    const { data } = (await (await person.get(SESSION)).json()) as Json;
    expect([data.user.name, data.devLogin]).toEqual(['ana of acme', false]);
    // The host with development keys does not accept its session.
    const cookie = `furrow=${person.cookies().get('furrow')}`;
    expect(await codeOf(await visitor.get(SESSION, { cookie }))).toEqual([401, 'invalid_token']);
  });

  it('signs out there too, where the provider has a page for that', async () => {
    await person.get((await answered(person, await begun(person))).href, AS_NAVIGATION);
    const { data } = (await (await person.post(SIGN_OUT)).json()) as Json;
    const next = new URL(data.next);
    expect(next.origin).toBe(provider.issuer);
    expect(Object.fromEntries(next.searchParams)).toEqual({
      client_id: provider.clientId,
      post_logout_redirect_uri: `${api.url}/console/`,
    });
    expect((await person.get(SESSION)).status).toBe(401);
  });

  it('refuses a user whom the provider knows and the farm does not', async () => {
    for (const stranger of ['nobody', 'ida']) {
      const who = new Visitor(api.url);
      const back = await answered(who, await begun(who), stranger);
      const refused = await who.get(back.href, AS_NAVIGATION);
      expect([refused.status, refused.headers.get('content-type')]).toEqual([
        403,
        'text/html; charset=utf-8',
      ]);
      expect(who.cookies().size).toBe(0);
    }
  });

  it('refuses a response with another state, without a state, or in a browser that began no sign-in', async () => {
    const back = await answered(person, await begun(person));
    expect(await codeOf(await new Visitor(api.url).get(back.href))).toEqual([400, 'sign_in_failed']);
    const other = new URL(back);
    other.searchParams.set('state', 'another');
    expect(await codeOf(await person.get(pathOf(other)))).toEqual([400, 'sign_in_failed']);
    expect([...person.cookies().keys()]).toEqual([]);
    const without = await answered(person, await begun(person));
    without.searchParams.delete('state');
    expect(await codeOf(await person.get(pathOf(without)))).toEqual([400, 'sign_in_failed']);
    expect((await person.get(SESSION)).status).toBe(401);
  });

  it('refuses a response for another nonce', async () => {
    const asked = await begun(person);
    asked.searchParams.set('nonce', 'another');
    expect(await codeOf(await person.get((await answered(person, asked)).href))).toEqual([
      ...[400, 'sign_in_failed'],
    ]);
    expect((await person.get(SESSION)).status).toBe(401);
  });

  it('refuses a code that was given to another browser', async () => {
    const victim = new Visitor(api.url);
    const stolen = (await answered(victim, await begun(victim))).searchParams.get('code')!;
    const mine = await answered(person, await begun(person));
    mine.searchParams.set('code', stolen);
    expect(await codeOf(await person.get(pathOf(mine)))).toEqual([400, 'sign_in_failed']);
  });

  it('takes what it keeps of a sign-in for no session, and the other way round', async () => {
    const back = await answered(person, await begun(person));
    const kept = person.cookies().get('furrow-sign-in')!;
    expect(await codeOf(await person.get(SESSION, { cookie: `furrow=${kept}` }))).toEqual([
      ...[401, 'invalid_token'],
    ]);
    await person.get(back.href);
    const session = person.cookies().get('furrow')!;
    expect(await codeOf(await person.get(back.href, { cookie: `furrow-sign-in=${session}` }))).toEqual([
      ...[400, 'sign_in_failed'],
    ]);
  });

  it('chooses nobody', async () => {
    const user = encodeURIComponent(farm.idpId('ana'));
    expect(await codeOf(await person.post(`${SIGN_IN}?user=${user}`))).toEqual([403, 'sign_in_off']);
    expect(person.cookies().size).toBe(0);
  });

  it('tells when nobody consents, and when the provider is away', async () => {
    const asked = await begun(person);
    const denied = `${CALLBACK}?error=access_denied&state=${asked.searchParams.get('state')}&iss=${encodeURIComponent(provider.issuer)}`;
    expect(await codeOf(await person.get(denied))).toEqual([400, 'sign_in_failed']);
  });
});
