import type { Redis } from 'ioredis';
import { expect, it } from '@jest/globals';
import { limitSessionStorage } from './session-storage.ts';

it.each<[string, object, number]>([
  ['what a killed gateway left of a new session', { closed: false, _inboundInflight: new Set() }, 1],
  ['what a session ends with, half delivered', { closed: true, _inboundInflight: new Set([7]) }, 1],
  [
    'nothing, if a session ends with nothing half delivered',
    { closed: true, _inboundInflight: new Set() },
    0,
  ],
  ['what is left of a forgotten session', {}, 1],
])('removes %s', async (_, client, times) => {
  let removals = 0;
  const storage = { cleanIncoming: async (_client: object) => void removals++ };
  limitSessionStorage(storage, {} as Redis);
  await storage.cleanIncoming({ id: 'ws/x', ...client });
  expect(removals).toBe(times);
});
