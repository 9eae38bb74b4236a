import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describedOperations, description } from '@furrow/testbed/described';
import { MOVED_READS } from '../../src/http/moved-reads.ts';
import { aFarm, type ProvisionedFarm } from '@furrow/testbed/farms';
import { SigningKey } from '@furrow/testbed/keys';
import { Client, FROM_OWN_PAGE, System, Visitor } from '@furrow/testbed/system';
import { expectRefusal } from '../harness/refusal.ts';

const DAYS = 'startTime=2026-01-01&endTime=2026-01-02';
const NAMES = { admin: 'ada', supervisor: 'ana', agronomist: 'gus' } as const;
const EVERY_ROLE = ['admin', 'supervisor', 'agronomist'];
const HARVEST = ['admin', 'supervisor'];

let system: System;
let farm: ProvisionedFarm;
let sessions: Record<string, string>;
let mobile: SigningKey;

beforeAll(async () => {
  system = await System.shared();
  mobile = await SigningKey.putInto(system.home, 'mobile');
  farm = await system.provision(aFarm('acme'));
  const ada = farm.as('ada');
  const frost = { name: 'Frost', kind: 'threshold', project: 'north', metric: 'te', below: 0, for: '10m' };
  expect((await ada.request('PUT', '/api/control/alerts/frost', frost)).status).toBe(200);
  sessions = Object.fromEntries(
    await Promise.all(Object.entries(NAMES).map(async ([role, name]) => [role, await cookieOf(name)])),
  ) as typeof sessions;
});
afterAll(() => system?.stop());

async function cookieOf(name: string): Promise<string> {
  const browser = new Visitor(system.url);
  const user = encodeURIComponent(farm.idpId(name));
  expect((await browser.post(`/api/console/sign-in?user=${user}`)).status).toBe(303);
  return [...browser.cookies()].map((pair) => pair.join('=')).join('; ');
}

/** A valid credential of a kind and role or scope, as headers. */
function headersOf(scheme: string, need: string): Record<string, string> {
  const credential = farm.ids.apiTokens[need.replace('read:', '')]?.credential ?? '';
  const idpId = farm.idpId(NAMES[need as keyof typeof NAMES] ?? 'ada');
  switch (scheme) {
    case 'user':
      return { authorization: `Bearer ${system.key.jwt(idpId)}` };
    case 'mobile':
      return { authorization: `Bearer ${mobile.jwt(idpId)}` };
    case 'console':
      return { cookie: sessions[need] ?? '', ...FROM_OWN_PAGE };
    case 'token':
      return { authorization: `Bearer ${credential}` };
    default:
      return { 'x-api-key': credential };
  }
}

const NEEDS: Readonly<Record<string, readonly string[]>> = {
  ...{ user: EVERY_ROLE, console: EVERY_ROLE, mobile: ['admin'] },
  ...{ token: ['read:production', 'read:phytosanitary'], key: ['read:production', 'read:phytosanitary'] },
};

interface Described {
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

/** What each operation with a credential answers to every valid credential that its description does not list. */
const refused = describedOperations('api').flatMap(({ method, path }) => {
  const item = description().paths[path] as unknown as Record<string, Described>;
  const listed = new Map(
    (item[method.toLowerCase()]?.security ?? []).flatMap((each) => Object.entries(each)),
  );
  if (![...listed.keys()].some((scheme) => scheme in NEEDS)) return [];
  return Object.entries(NEEDS).flatMap(([scheme, needs]) => {
    const ways = listed.get(scheme);
    return needs
      .filter((need) => ways === undefined || (ways.length > 0 && !ways.includes(need)))
      .map((need) => ({ method, path, scheme, need, status: ways === undefined ? 401 : 403 }));
  });
});

describe('an operation', () => {
  it('refuses every valid credential that the document does not list for it', async () => {
    expect(refused.length).toBeGreaterThan(400);
    const wrong: string[] = [];
    for (const { method, path, scheme, need, status } of refused) {
      const client = new Client(system.url, headersOf(scheme, need));
      const answer = await client.request(method, path.replaceAll(/\{\w+\}/g, '0'));
      if (answer.status !== status) wrong.push(`${method} ${path} ${scheme} ${need}: ${answer.status}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** The reads that programs and users of the console share: their query, the roles, and the scope of tokens. */
const SHARED: Readonly<
  Record<string, readonly [query: () => string, roles: string[], scope: string | null]>
> = {
  '/api/control/harvest': [() => DAYS, HARVEST, 'read:production'],
  '/api/control/phytosanitary/summary': [() => DAYS, EVERY_ROLE, 'read:phytosanitary'],
  '/api/control/phytosanitary/company-summary': [() => DAYS, EVERY_ROLE, 'read:phytosanitary'],
  '/api/control/phytosanitary/company-records': [() => DAYS, EVERY_ROLE, 'read:phytosanitary'],
  '/api/iot/weather': [series, EVERY_ROLE, 'any'],
  '/api/iot/plant': [series, EVERY_ROLE, 'any'],
  '/api/iot/heat': [series, EVERY_ROLE, 'any'],
  '/api/iot/soil': [series, EVERY_ROLE, 'any'],
  '/api/iot/irrigation': [series, EVERY_ROLE, 'any'],
  '/api/iot/indicators/{name}': [season, EVERY_ROLE, 'any'],
  '/api/control/webhooks/{webhookId}/deliveries': [() => '', ['admin'], null],
  '/api/control/alerts': [() => '', EVERY_ROLE, null],
  '/api/control/alerts/{key}': [() => '', EVERY_ROLE, null],
  '/api/control/alerts/{key}/devices': [() => '', EVERY_ROLE, null],
};

function series() {
  const range = { from: '2026-01-01T00:00', to: '2026-01-02T00:00', timezone: 'America/Santiago' };
  return new URLSearchParams({ projectId: farm.ids.projects['north']!, ...range }).toString();
}

function season() {
  const range = { from: '2026-01-01', to: '2026-01-03' };
  return new URLSearchParams({ projectId: farm.ids.projects['north']!, ...range }).toString();
}

describe.each(MOVED_READS)('$to', ({ from, to }) => {
  const [query, roles, scope] = SHARED[to]!;
  let webhookId: string;
  beforeAll(async () => {
    const hook = { url: 'https://hooks.invalid/', events: ['session.opened'] };
    webhookId = (await farm.as('ada').post('/api/control/webhooks', hook)).data.webhookId;
  });
  const addressOf = (path: string, asked = query()) => {
    const filled = path
      .replace('{name}', 'chill')
      .replace('{key}', 'frost')
      .replace('{webhookId}', webhookId);
    return asked === '' ? filled : `${filled}?${asked}`;
  };
  const statusFor = async (path: string, scheme: string, need: string) =>
    (await new Client(system.url, headersOf(scheme, need)).get(addressOf(path))).status;

  it.each(EVERY_ROLE)('answers the session of a %s as the role permits', async (role) => {
    const status = roles.includes(role) ? 200 : 403;
    expect(await statusFor(to, 'console', role)).toBe(status);
    expect(await statusFor(to, 'user', role)).toBe(scope === null ? status : 401);
    for (const scheme of ['user', 'console']) expect(await statusFor(from, scheme, role)).toBe(status);
  });

  it.each(['read:production', 'read:phytosanitary'])(
    'answers a token with %s as its scope permits',
    async (own) => {
      const asKey = scope === null ? 401 : scope === 'any' || scope === own ? 200 : 403;
      expect(await statusFor(to, 'key', own)).toBe(asKey);
      expect(await statusFor(to, 'token', own)).toBe(scope === 'any' ? 401 : asKey);
      // Its earlier path was for users alone.
      for (const scheme of ['key', 'token']) expect(await statusFor(from, scheme, own)).toBe(401);
    },
  );

  it('refuses users of the mobile app, and strangers', async () => {
    for (const path of [to, from]) {
      expect(await statusFor(path, 'mobile', 'admin')).toBe(401);
      expect((await system.stranger.get(addressOf(path))).status).toBe(401);
    }
  });

  it('is answered at its earlier path in the same words', async () => {
    const ada = new Client(system.url, headersOf('console', 'admin'));
    for (const asked of [query(), `${query()}&format=csv`, 'startTime=yesterday&page=0&from=0&timezone=x']) {
      const [current, earlier] = [await ada.get(addressOf(to, asked)), await ada.get(addressOf(from, asked))];
      const seen = ({ status, text, headers }: typeof current) => {
        const names = ['content-type', 'content-disposition', 'cache-control', 'vary', 'www-authenticate'];
        return { status, text, headers: names.map((name) => headers.get(name)) };
      };
      expect(seen(earlier)).toEqual(seen(current));
    }
    const broken = ada.get(from.replace(/\{\w+\}/, '%'));
    if (from.includes('{')) {
      expectRefusal(await broken, 400, 'B', 'validation_failed');
      expect((await broken).headers.get('x-request-id')).not.toBeNull();
    }
    const gone = (path: string) => system.stranger.get(addressOf(path));
    const [current, earlier] = [await gone(to), await gone(from)];
    expect(earlier.body.code).toBe(current.body.code);
    expect(Object.keys(earlier.body)).toEqual(Object.keys(current.body));
  });
});
