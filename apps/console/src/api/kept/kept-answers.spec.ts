import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as fake from 'fake-indexeddb';
import { KeptAnswers } from './kept-answers.ts';
import type { SignedIn } from '../types.ts';

const DAY = 86_400_000;
const PAY = ['pay-runs'];
const HARVEST = ['sessions'];

const signedIn = (userId: string, role: SignedIn['user']['role'] = 'admin') =>
  ({ user: { userId, role }, expiresAt: null }) as SignedIn;
const [ADA, ANA] = [signedIn('ada'), signedIn('ana', 'supervisor')];

// The library that wraps IndexedDB takes all of its classes from the global object.
const { default: _, forceCloseDatabase: __, ...indexedDbOfBrowsers } = fake;
const own: Record<string, PropertyDescriptor> = Object.getOwnPropertyDescriptors(globalThis);
beforeAll(() => void Object.assign(globalThis, indexedDbOfBrowsers));
afterAll(() => {
  for (const name of Object.keys(indexedDbOfBrowsers)) {
    Reflect.deleteProperty(globalThis, name);
    if (name in own) Object.defineProperty(globalThis, name, own[name]!);
  }
});

let now: number;
/** Two tabs of one browser. */
let tab: KeptAnswers;
let other: KeptAnswers;
beforeEach(() => {
  now = Date.UTC(2026, 5, 1, 12);
  Object.assign(globalThis, { indexedDB: new fake.IDBFactory() });
  [tab, other] = [new KeptAnswers(() => now), new KeptAnswers(() => now)];
});

const dataOf = async (kept: KeptAnswers, userId: string, key: string[]) =>
  (await kept.read(userId, key))?.data;
/** Everything stored, whoever may see it. */
async function everything(): Promise<unknown[]> {
  const opening = indexedDB.open('furrow-console');
  await new Promise((resolve) => (opening.onsuccess = resolve));
  const reading = opening.result.transaction('answers').objectStore('answers').getAll();
  await new Promise((resolve) => (reading.onsuccess = resolve));
  opening.result.close();
  return (reading.result as { data: unknown }[]).map(({ data }) => data);
}

describe('pay', () => {
  beforeEach(async () => {
    await tab.remember(ADA);
    await tab.write('ada', PAY, { data: 'runs', at: now });
    await tab.write('ada', HARVEST, { data: 'harvest', at: now });
  });

  it('is not read after a day, also if it was not deleted', async () => {
    now += DAY - 1;
    expect(await dataOf(tab, 'ada', PAY)).toBe('runs');
    now += 1;
    expect(await dataOf(tab, 'ada', PAY)).toBeUndefined();
    expect(await dataOf(tab, 'ada', HARVEST)).toBe('harvest');
  });

  it('is deleted after a day, and other answers after a week', async () => {
    now += DAY - 1;
    await tab.prune();
    expect(await everything()).toEqual(expect.arrayContaining(['runs', 'harvest']));
    now += 1;
    await tab.prune();
    expect(await everything()).toEqual(['harvest']);
    now += 6 * DAY;
    await tab.prune();
    expect(await everything()).toEqual([]);
  });

  it('that is a day old is not stored', async () => {
    await tab.write('ada', [...PAY, 'run'], { data: 'old', at: now - DAY });
    expect(await everything()).not.toContain('old');
  });
});

describe('the answers of a user', () => {
  beforeEach(async () => {
    await tab.remember(ADA);
    await tab.write('ada', HARVEST, { data: 'harvest', at: now });
  });

  it('are recalled with them', async () => {
    expect(await other.recall()).toEqual(ADA);
    expect(await dataOf(other, 'ada', HARVEST)).toBe('harvest');
    now += 7 * DAY;
    expect(await other.recall()).toBeUndefined();
  });

  it('stay hidden after the session has ended, and are found after the user has signed in again', async () => {
    await tab.hide('ada');
    expect(await other.recall()).toBeUndefined();
    expect(await everything()).toEqual(['harvest']);
    await other.remember(ADA);
    expect(await dataOf(other, 'ada', HARVEST)).toBe('harvest');
  });

  it('are not found by another user, and are deleted then', async () => {
    await tab.hide();
    expect(await dataOf(other, 'ana', HARVEST)).toBeUndefined();
    await other.remember(ANA);
    expect(await everything()).toEqual([]);
    expect(await other.recall()).toEqual(ANA);
  });

  it('are deleted when the role is another one', async () => {
    await tab.hide();
    await other.remember(signedIn('ada', 'agronomist'));
    expect(await everything()).toEqual([]);
  });

  it('are forgotten with the user', async () => {
    expect(await other.forget()).toBe('ada');
    expect([await everything(), await tab.recall()]).toEqual([[], undefined]);
  });

  it.each([
    ['another user has signed in', () => other.remember(ANA)],
    ['the session has ended', () => other.hide('ada')],
    ['they were forgotten', () => other.forget('ada')],
  ])('are not written any more after %s in another tab', async (_, happens) => {
    await happens();
    await tab.write('ada', ['late'], { data: 'late', at: now });
    expect(await everything()).not.toContain('late');
  });

  it('are left alone by the end of another user’s session', async () => {
    await other.remember(ANA);
    await other.write('ana', HARVEST, { data: 'hers', at: now });
    await tab.hide('ada');
    expect(await tab.forget('ada')).toBe('ada');
    expect([await everything(), await other.recall()]).toEqual([['hers'], ANA]);
  });
});

it('does without storage', async () => {
  Object.assign(globalThis, {
    indexedDB: {
      open: () => {
        throw new Error('The browser stores nothing.');
      },
    },
  });
  await tab.remember(ADA);
  expect(await tab.recall()).toBeUndefined();
  expect(await tab.forget('ada')).toBe('ada');
});
