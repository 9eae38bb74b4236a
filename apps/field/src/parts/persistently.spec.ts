import { expect, it } from '@jest/globals';
import { persistently } from './persistently.ts';

const NO_PAUSE = () => Promise.resolve();

it('loads what can be loaded after signal was lost three times, and gives up after that', async () => {
  const failing = (times: number) => () =>
    times-- > 0 ? Promise.reject(new Error('no signal')) : Promise.resolve('page');
  expect(await persistently(failing(3), NO_PAUSE)).toBe('page');
  await expect(persistently(failing(4), NO_PAUSE)).rejects.toThrow('no signal');
});
