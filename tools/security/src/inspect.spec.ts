import { describe, expect, it } from '@jest/globals';
import type { Answer, Sending } from './client.ts';
import { operations } from './document.ts';
import { problemsOf } from './inspect.ts';
import { unknownIn } from './matrix/objects.ts';
import { SPECIAL } from './matrix/special-requests.ts';

const operation = operations().find(({ id }) => id === 'projects_list')!;
const sending: Sending = { method: 'GET', path: operation.path };
const HEADERS = {
  ...{ 'content-type': 'application/json', 'x-request-id': 'r-1', 'x-content-type-options': 'nosniff' },
  ...{ 'content-security-policy': "default-src 'self'", 'referrer-policy': 'no-referrer' },
  ...{ 'strict-transport-security': 'max-age=1', 'x-frame-options': 'DENY', 'cache-control': 'no-store' },
};

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return { status, headers: new Headers({ ...HEADERS, ...headers }), text: JSON.stringify(body) };
}

const refusal = (message: string, code = 'invalid_token') => ({
  status: 'error',
  message,
  error: message,
  code,
});
const found = (given: Answer, said: Partial<Sending> = {}) =>
  problemsOf({ operation, sending: { ...sending, ...said }, answer: given }, ['zqrival1']).join('\n');

describe('a response', () => {
  it('is accepted where nothing is wrong', () => {
    expect(found(answer(200, { status: 'success', data: [] }))).toBe('');
    const challenged = { 'www-authenticate': 'Bearer' };
    expect(found(answer(401, refusal('Not one of ours.'), challenged))).toBe('');
  });

  it.each<[string, Answer, RegExp]>([
    ['is a 500', answer(500, refusal('Something went wrong.', 'internal')), /answered 500/],
    ['has a status that is not described', answer(418, refusal('x')), /none of 200/],
    [
      'has a code that is not described',
      answer(401, refusal('x', 'teapot'), { 'www-authenticate': 'x' }),
      /code/,
    ],
    ['has another shape', answer(401, { error: 'x' }, { 'www-authenticate': 'x' }), /must have|required/],
    ['tells a stack', answer(403, refusal('at open (/srv/app/main.js:1:2)')), /insides/],
    ['tells SQL', answer(403, refusal('SELECT a FROM access.users WHERE x')), /insides/],
    ['tells what PostgreSQL says', answer(403, refusal('relation "x" does not exist')), /insides/],
    [
      'lacks a header',
      answer(200, { status: 'success', data: [] }, { 'x-content-type-options': 'x' }),
      /sniffed/,
    ],
    ['tells of its make', answer(200, { status: 'success', data: [] }, { 'x-powered-by': 'x' }), /made of/],
    ['leaks', answer(200, { status: 'success', data: [{ projectId: 'zqrival1' }] }), /leaks zqrival1/],
  ])('is a problem if it %s', (_what, given, problem) => {
    expect(found(given)).toMatch(problem);
  });

  it('may contain what the client sent', () => {
    const echo = answer(403, refusal('zqrival1', 'user_not_registered'));
    expect(found(echo)).toMatch(/leaks/);
    expect(found(echo, { path: `${operation.path}?q=zqrival1` })).toBe('');
  });
});

describe('every operation of docs/openapi.json', () => {
  it('has a valid request, or the run would fail', () => {
    const all = operations();
    expect(all.length).toBeGreaterThan(30);
    const special = ['media_open', 'workerDays_show'];
    expect(all.filter((each) => !special.includes(each.id)).flatMap(unknownIn)).toEqual([]);
    const ids = all.map(({ id }) => id);
    expect([...special, ...Object.keys(SPECIAL)].filter((id) => !ids.includes(id))).toEqual([]);
  });
});
