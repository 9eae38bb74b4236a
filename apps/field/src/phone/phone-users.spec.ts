import { beforeEach, expect, it } from '@jest/globals';
import { IDBFactory } from 'fake-indexeddb';
import { type PhoneUser, PhoneUsers } from './phone-users.ts';
import { isPin, pinOf } from './pin.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const signedIn = (userId: string) =>
  ({ user: { userId, name: userId, role: 'supervisor' }, company: { name: 'Acme' } }) as never;

let now: number;
let users: PhoneUsers;
let ana: PhoneUser;
beforeEach(async () => {
  now = Date.parse('2026-01-31T08:00:00Z');
  users = new PhoneUsers(() => now, new IDBFactory());
  ana = await users.use(await users.confirm(signedIn('ana')), { pin: await pinOf('2468') });
});

const stored = async () => (await users.list()).find(({ userId }) => userId === 'ana') as PhoneUser;

it.each(['1234', '12345678'])('%s is a PIN', (digits) => expect(isPin(digits)).toBe(true));
it.each(['123', '123456789', '12a4', ''])('%j is no PIN', (digits) => expect(isPin(digits)).toBe(false));

it('the right PIN unlocks, and forgives the wrong ones before it', async () => {
  for (let i = 0; i < 4; i++) expect(await users.unlock(ana, '1111')).toBeUndefined();
  expect((await stored()).wrong).toBe(4);
  expect(await users.unlock(ana, '2468')).toMatchObject({ userId: 'ana', wrong: 0 });
});

it('after five wrong PINs the right one does not unlock either, until the user has signed in', async () => {
  for (let i = 0; i < 5; i++) await users.unlock(ana, '1111');
  expect(await users.unlock(ana, '2468')).toBeUndefined();
  expect(await users.confirm(signedIn('ana'))).toMatchObject({ wrong: 0 });
  expect((await stored()).pin).toBeUndefined();
});

it('a PIN is asked for half an hour after the last use, and if the clock was set back', async () => {
  now += 29 * MINUTE;
  expect(users.needsPin(ana)).toBe(false);
  now += 2 * MINUTE;
  expect(users.needsPin(ana)).toBe(true);
  now -= 2 * DAY;
  expect(users.needsPin(ana)).toBe(true);
});

it('a phone works for 14 days without the office', () => {
  now += 14 * DAY - MINUTE;
  expect(users.isConfirmed(ana)).toBe(true);
  now += 2 * MINUTE;
  expect(users.isConfirmed(ana)).toBe(false);
});

it('an inactive user cannot go on, and comes back by signing in', async () => {
  const inactive = await users.use(ana, { isInactive: true });
  expect(users.isConfirmed(inactive)).toBe(false);
  expect(users.isConfirmed(await users.confirm(signedIn('ana')))).toBe(true);
});

it('lists whoever used the phone last first', async () => {
  now += MINUTE;
  await users.confirm(signedIn('ben'));
  expect((await users.list()).map(({ userId }) => userId)).toEqual(['ben', 'ana']);
  now += MINUTE;
  await users.use(ana);
  expect((await users.list()).map(({ userId }) => userId)).toEqual(['ana', 'ben']);
});
