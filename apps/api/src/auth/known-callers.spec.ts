import { expect, it } from '@jest/globals';
import { KnownCallers } from './known-callers.ts';

it('knows the company of an accepted credential, wherever it is sent', () => {
  const callers = new KnownCallers();
  callers.add({ authorization: 'Bearer a' }, 'acme');
  callers.add({ 'x-api-key': 'b' }, 'hill');
  callers.add({ cookie: '__Host-furrow=c' }, 'vega');
  callers.add({}, 'nobody');
  expect(callers.companyOf({ authorization: 'Bearer a', cookie: '__Host-furrow=c' })).toBe('acme');
  expect(callers.companyOf({ 'x-api-key': 'b' })).toBe('hill');
  expect(callers.companyOf({ cookie: '__Host-furrow=c' })).toBe('vega');
  expect(callers.companyOf({ authorization: 'Bearer d' })).toBeUndefined();
  expect(callers.companyOf({})).toBeUndefined();
});

it('says of each credential once that it was unknown, and always where there is none', () => {
  const callers = new KnownCallers();
  const sent = [{ 'x-api-key': 'a' }, { 'x-api-key': 'a' }, {}, {}];
  expect(sent.map((headers) => callers.add(headers, 'acme'))).toEqual([true, false, true, true]);
});

it('forgets the oldest of too many', () => {
  const callers = new KnownCallers();
  for (let i = 0; i <= 10_000; i++) callers.add({ authorization: `Bearer ${i}` }, 'acme');
  expect(callers.companyOf({ authorization: 'Bearer 0' })).toBeUndefined();
  expect(callers.companyOf({ authorization: 'Bearer 1' })).toBe('acme');
  expect(callers.companyOf({ authorization: 'Bearer 10000' })).toBe('acme');
});
