import { createHmac } from 'node:crypto';
import { SigningKey } from '@furrow/testbed/keys';
import { keepSecret } from '@furrow/testbed';
import type { Operation } from '../document.ts';
import { iotTokenOf } from '../stage/device.ts';
import type { Farm } from '../stage/farm.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';
import {
  type Disguise,
  type Disguises,
  EXPIRED,
  FORBIDDEN,
  INVALID,
  NOBODY,
  type Outcome,
  type Refused,
} from './rows.ts';

const AN_HOUR = 3_600;
const now = () => Math.floor(Date.now() / 1_000);
const MALFORMED = ['abc', '..', 'a.b.c', '{}', `x${'y'.repeat(4_000)}`, 'null', '%00', "'OR'1'='1"];

type Headers = Record<string, string>;
/** How a request carries a credential. */
type Carrier = (credential: string) => Headers;
const carriedBy =
  (as: Carrier) =>
  (credential: string, outcome: Outcome): Disguise[] => [{ headers: as(credential), outcome }];
const bearer = (credential: string): Headers => ({ authorization: `Bearer ${keepSecret(credential)}` });
const apiKey = (credential: string): Headers => ({ 'x-api-key': keepSecret(credential) });
const iotToken = (credential: string): Headers => ({ 'x-iot-token': keepSecret(credential) });

/** Invalid JWTs, which every operation must refuse. */
class Forgeries {
  readonly #strange = SigningKey.strange();

  constructor(private readonly companies: TwoCompanies) {}

  /** @param as puts a credential into headers as the endpoint takes it */
  of(kind: 'user' | 'mobile', as: Carrier): Disguises {
    const { acme, stage } = this.companies;
    const [key, other] = [stage.issuers[kind], stage.issuers[kind === 'user' ? 'mobile' : 'user']];
    const sub = acme.idpId('ana');
    const refused = (...credentials: string[]) =>
      credentials.map((credential): Disguise => ({ headers: as(credential), outcome: INVALID }));
    return {
      malformed: refused(...MALFORMED),
      'wrong issuer': refused(key.jwt(sub, { iss: 'urn:furrow:nobody' }), key.jwt(sub, { iss: undefined })),
      'wrong audience': refused(key.jwt(sub, { aud: 'nobody' }), key.jwt(sub, { aud: undefined })),
      'alg: none': refused(key.unsigned(sub), key.jwt(sub, {}, { alg: 'none' })),
      'HS256 with the public key': refused(key.signedWithPublicKey(sub)),
      'other kid': refused(
        key.jwt(sub, {}, { kid: 'other' }),
        key.jwt(sub, {}, { kid: '../../../dev/null' }),
      ),
      'another key': refused(
        this.#strange.jwt(sub),
        this.#strange.jwt(sub, {}, { jku: 'http://127.0.0.1:1/jwks', x5u: 'http://127.0.0.1:1/cert' }),
      ),
      'another kind': refused(other.jwt(sub)),
    };
  }
}

/** The callers of every security scheme in the document. An unknown scheme fails the run. */
export class Credentials {
  readonly #forgeries: Forgeries;

  constructor(private readonly companies: TwoCompanies) {
    this.#forgeries = new Forgeries(companies);
  }

  /** @throws Error for an unknown scheme */
  async for(operation: Operation, scheme: string): Promise<Disguises> {
    const needs = operation.needs[scheme] ?? [];
    switch (scheme) {
      case 'user':
      case 'mobile':
        return this.#person(scheme, needs, 'key' in operation.needs);
      case 'console':
        return this.#session(needs, operation);
      case 'token':
        return this.#program(needs, bearer);
      case 'key':
        return this.#program(needs, apiKey);
      case 'iotToken':
        return this.#device();
      case 'metricsToken':
        return this.#metrics();
      default:
        throw new Error(`There is no credential for the security scheme ${scheme} of ${operation.id}`);
    }
  }

  #person(kind: 'user' | 'mobile', roles: readonly string[], isForPrograms: boolean): Disguises {
    const { acme, rival, stage } = this.companies;
    const key = stage.issuers[kind];
    const is = carriedBy(bearer);
    const { role, unfit } = peopleFor(roles);
    const token = acme.credential('production');
    const forgeries = this.#forgeries.of(kind, bearer);
    return {
      ...forgeries,
      'another kind': [
        ...(forgeries['another kind'] ?? []),
        ...(isForPrograms ? [] : [...is(token, INVALID), { headers: apiKey(token), outcome: NOBODY }]),
      ],
      own: is(key.jwt(acme.idpId(role)), 'own'),
      'other company': is(key.jwt(rival.idpId(role)), 'foreign'),
      'other owner': is(
        key.jwt(acme.idpId('ben')),
        roles.includes('admin') && role === 'ada' ? FORBIDDEN : 'other',
      ),
      ...(unfit && { 'no scope': is(key.jwt(acme.idpId(unfit)), FORBIDDEN) }),
      revoked: [
        ...is(key.jwt(acme.idpId('ida')), [403, 'user_not_registered']),
        ...is(key.jwt('idp|nobody'), [403, 'user_not_registered']),
      ],
      expired: is(key.jwt(acme.idpId(role), { exp: now() - AN_HOUR }), EXPIRED),
      'no credential': [
        { outcome: NOBODY },
        { headers: { authorization: 'Bearer' }, outcome: NOBODY },
        { headers: { authorization: 'Basic YTpi' }, outcome: NOBODY },
      ],
    };
  }

  /** A console session opens what a JWT opens; writes are accepted from pages of the console only. */
  async #session(roles: readonly string[], { method }: Operation): Promise<Disguises> {
    const { acme, rival, stage } = this.companies;
    const { role, unfit } = peopleFor(roles);
    const fromOwnPage = { 'sec-fetch-site': 'same-origin' };
    const is = carriedBy((cookie) => ({ cookie: `furrow=${cookie}`, ...fromOwnPage }));
    const own = await stage.signIn(acme.idpId(role));
    const isSafe = method === 'GET' || method === 'HEAD';
    const crossSite = { headers: { cookie: `furrow=${own}` }, outcome: CROSS_SITE };
    return {
      own: is(own, 'own'),
      'other company': is(await stage.signIn(rival.idpId(role)), 'foreign'),
      'other owner': is(
        await stage.signIn(acme.idpId('ben')),
        roles.includes('admin') && role === 'ada' ? FORBIDDEN : 'other',
      ),
      ...(unfit && { 'no scope': is(await stage.signIn(acme.idpId(unfit)), FORBIDDEN) }),
      malformed: [...MALFORMED, `${own}A`, own.slice(1)].flatMap((each) => is(each, INVALID)),
      'another kind': [
        ...is(stage.issuers.user.jwt(acme.idpId(role)), INVALID),
        ...is(acme.credential('production'), INVALID),
        ...(isSafe ? [] : [crossSite]),
      ],
      'no credential': [{ headers: fromOwnPage, outcome: NOBODY }],
    };
  }

  /** Tokens are named after their scopes. Without a scope any active token is accepted, and a static key. */
  #program(scopes: readonly string[], as: Carrier): Disguises {
    const { acme, rival, stage } = this.companies;
    const is = carriedBy(as);
    const fit = scopes[0]?.replace(/^.*:/, '');
    const { staticKeys } = stage.keys;
    const keyOf = ({ mark }: Farm, outcome: Outcome) =>
      fit === undefined ? is(staticKeys[mark] ?? '', outcome) : [];
    const unfit = fit === 'production' ? 'phytosanitary' : 'production';
    return {
      ...this.#forgeries.of('user', as),
      ...this.#tokens(as),
      own: [...is(acme.credential(fit ?? 'production'), 'own'), ...keyOf(acme, 'own')],
      'other company': [...is(rival.credential(fit ?? 'production'), 'foreign'), ...keyOf(rival, 'foreign')],
      ...(fit !== undefined && { 'no scope': is(acme.credential(unfit), [403, 'insufficient_scope']) }),
    };
  }

  #tokens(as: Carrier): Disguises {
    const { acme } = this.companies;
    const is = carriedBy(as);
    const [keyId = '', secret = ''] = acme.credential('production').split('.');
    return {
      revoked: is(acme.credential('gone'), INVALID),
      expired: is(acme.credential('brief'), EXPIRED),
      'other kid': [
        ...is(`${acme.credential('phytosanitary').split('.')[0] ?? ''}.${secret}`, INVALID),
        ...is(`fk_${'0'.repeat(20)}.${secret}`, INVALID),
      ],
      'another key': is(`${keyId}.${'A'.repeat(secret.length)}`, INVALID),
      'no credential': [{ outcome: NOBODY }],
    };
  }

  async #device(): Promise<Disguises> {
    const { acme, rival, stage, goneToken } = this.companies;
    const token = await iotTokenOf(acme, 'one');
    const [header = '', payload = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const resigned = (over: object, head: object = {}, key = stage.keys.iot) => {
      const text = [
        { alg: 'HS256', typ: 'JWT', ...head },
        { ...claims, ...over },
      ]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
    };
    const is = carriedBy(iotToken);
    const refused = (...credentials: string[]) => credentials.flatMap((each) => is(each, INVALID));
    const user = stage.issuers.user;
    return {
      own: [...is(token, 'own'), ...is(resigned({}), 'own')],
      'other company': is(await iotTokenOf(rival, 'one'), 'own'),
      'other owner': is(await iotTokenOf(acme, 'two'), 'own'),
      revoked: refused(goneToken, resigned({ ver: 'other' })),
      expired: is(resigned({ exp: now() - AN_HOUR }), EXPIRED),
      malformed: refused(...MALFORMED.filter((each) => each.length < 4_000)),
      'wrong issuer': refused(resigned({ iss: 'urn:furrow:nobody' }), resigned({ iss: undefined })),
      'wrong audience': refused(resigned({ aud: 'nobody' }), resigned({ aud: undefined })),
      'alg: none': refused(
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
        `${header}.${payload}.`,
      ),
      'HS256 with the public key': refused(user.signedWithPublicKey(acme.deviceId('one'))),
      'other kid': is(resigned({}, { kid: '../../../dev/null' }), 'own'),
      'another key': refused(resigned({}, {}, 'an unknown key')),
      'another kind': refused(user.jwt(acme.idpId('ana')), acme.credential('production')),
      'no credential': [{ outcome: NOBODY }],
    };
  }

  #metrics(): Disguises {
    const { acme, stage } = this.companies;
    const is = (...credentials: string[]) =>
      credentials.map((each): Disguise => ({ headers: bearer(each), outcome: NOBODY }));
    return {
      ...Object.fromEntries(
        Object.entries(this.#forgeries.of('user', bearer)).map(([row, disguises]) => [
          row,
          disguises.map((disguise) => ({ ...disguise, outcome: NOBODY })),
        ]),
      ),
      own: [{ headers: bearer(stage.keys.metrics), outcome: 'own' }],
      'no scope': is(stage.issuers.user.jwt(acme.idpId('ada'))),
      'another key': is(`${stage.keys.metrics}x`, stage.keys.metrics.slice(1)),
      'another kind': is(acme.credential('production')),
      'no credential': [{ outcome: NOBODY }],
    };
  }
}

const CROSS_SITE: Refused = [403, 'cross_site_request'];

/** The users of a company with one of these roles, and those without. */
function peopleFor(roles: readonly string[]) {
  const role = roles.length === 0 || roles.includes('supervisor') ? 'ana' : 'ada';
  const others =
    roles.length === 0 ? [] : ['supervisor', 'agronomist'].filter((each) => !roles.includes(each));
  const unfit = others[0] && { supervisor: 'ana', agronomist: 'gus' }[others[0]];
  return { role, unfit };
}
