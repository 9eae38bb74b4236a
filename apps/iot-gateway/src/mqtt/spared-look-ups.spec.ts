import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { spareLookUps } from './spared-look-ups.ts';

/** A storage that records what it is asked. */
function recorded() {
  const asked: string[] = [];
  const record = (what: string) => ({
    async [what]() {
      asked.push(what);
    },
  });
  const storage = {
    ...record('delWill'),
    ...record('cleanIncoming'),
    outgoingStream: () => Readable.from(['x']),
  };
  spareLookUps(storage);
  return { asked, storage: storage as unknown as Record<string, (client: object) => Promise<unknown>> };
}

it.each<[string, 'delWill' | 'cleanIncoming', object, boolean]>([
  ['a will of a client that is connecting', 'delWill', { id: 'ws/x', clean: true }, false],
  ['the will of a client of a broker', 'delWill', { id: 'ws/x', brokerId: 'b' }, true],
  [
    'what a killed gateway left of a new session',
    'cleanIncoming',
    { id: 'ws/x', closed: false, _inboundInflight: new Set() },
    true,
  ],
  [
    'what a session ends with, half delivered',
    'cleanIncoming',
    { id: 'ws/x', closed: true, _inboundInflight: new Set([7]) },
    true,
  ],
  [
    'what a session ends with, if that is nothing',
    'cleanIncoming',
    { id: 'ws/x', closed: true, _inboundInflight: new Set() },
    false,
  ],
  ['what is left of a forgotten session', 'cleanIncoming', { id: 'ws/x' }, true],
])('%s: looked up by %s', async (_, method, client, isAsked) => {
  const { asked, storage } = recorded();
  await storage[method]?.(client);
  expect(asked).toEqual(isAsked ? [method] : []);
});

it('nothing is queued in the storage', async () => {
  const { storage } = recorded();
  const queued = storage['outgoingStream']?.({ id: 'ws/x' }) as unknown as Readable;
  expect(await queued.toArray()).toEqual([]);
});
