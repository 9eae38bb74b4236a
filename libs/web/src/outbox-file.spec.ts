import { beforeEach, expect, it } from '@jest/globals';
import { createFurrow, MemoryStore, Outbox } from '@furrow/client';
import { outboxFileOf, takeOutboxFile } from './outbox-file.ts';

const furrow = createFurrow({ baseUrl: 'http://office.example', fetch: async () => Response.error() });
const NOW = new Date('2026-01-31T18:05:00.250Z');

let phone: MemoryStore;
let office: MemoryStore;
beforeEach(async () => {
  [phone, office] = [new MemoryStore(), new MemoryStore()];
  const outbox = new Outbox(furrow, phone);
  await outbox.openSession({ localId: 'morning', projectId: 'p', sectorId: 'n', sector_name: 'N1' });
  await outbox.add({ sessionLocalId: 'morning', workerId: 'w', units: 1.5 });
  const picture = { field: 'leaf', data: Uint8Array.from([0, 255, 128, 7]), type: 'image/png' };
  await outbox.submitForm({ formId: 'f', values: {}, media: [picture] });
});

const textOf = async () => (await outboxFileOf(phone, 'ana', NOW)).text();

it('is named after its instant, and leaves everything on the phone', async () => {
  const file = await outboxFileOf(phone, 'ana', NOW);
  expect(file.name).toBe('furrow-outbox-2026-01-31T18-05-00-250Z.json');
  expect(await phone.load()).toHaveLength(3);
});

it('brings items with their keys and files, once, however often it is taken', async () => {
  const before = await phone.load();
  for (let i = 0; i < 2; i++)
    expect(await takeOutboxFile(await textOf(), office, 'ana')).toEqual({ items: 3 });
  expect(await office.load()).toEqual(before);
  const form = before.find(({ kind }) => kind === 'form');
  const [picture] = await office.media(form!.id);
  expect([...picture!.bytes]).toEqual([0, 255, 128, 7]);
});

it('tries again what was refused on the phone', async () => {
  const [first] = await phone.load();
  await phone.put([{ ...first, state: 'refused' } as never]);
  await takeOutboxFile(await textOf(), office, 'ana');
  expect((await office.load()).every((entry) => 'state' in entry && entry.state === 'waiting')).toBe(true);
});

it.each([
  ['nothing', '', 'unreadable'],
  ['another file', '{"a":1}', 'unreadable'],
  ['null', 'null', 'unreadable'],
  ['a newer version', '{"format":"furrow-outbox","version":2,"userId":"ana","entries":[]}', 'newer'],
  ['a list', '[]', 'unreadable'],
])('takes nothing from %s', async (_, text, whyNot) => {
  expect(await takeOutboxFile(text, office, 'ana')).toEqual({ whyNot });
  expect(await office.load()).toEqual([]);
});

it('takes nothing of another user, whose items nobody else can send', async () => {
  expect(await takeOutboxFile(await textOf(), office, 'ben')).toEqual({ whyNot: 'of-another-user' });
  expect(await office.load()).toEqual([]);
});
