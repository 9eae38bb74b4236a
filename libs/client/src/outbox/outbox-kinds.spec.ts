import { describe, expect, it } from '@jest/globals';
import { createFurrow, type Entry, MediaTooLarge, MemoryStore, Outbox, OutboxFull } from '../index.ts';
import type { OutboxOptions } from '../index.ts';
import { FakeFarm, refusal } from '../testing/fake-farm.ts';
import { FakeTime } from '../testing/fake-time.ts';

const PLACE = { projectId: 'north', sectorId: 'n1', sector_name: 'N1' };
const PERSON = {
  ...{ first_name: 'Luis', last_name: 'Soto', hire_date: '2026-03-02' },
  ...{ position: 'harvester', employment_type: 'seasonal', status: 'active' },
};
const PHOTO = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 3]);

function phone(options: OutboxOptions = {}) {
  const farm = new FakeFarm();
  farm.isBacklogged = true;
  const [store, time] = [new MemoryStore(), new FakeTime()];
  const outbox = new Outbox(farm.client(), store, { timing: time, ...options });
  return { farm, store, time, outbox };
}

/** A morning without signal: every item refers to things that the server does not know yet. */
async function aMorning(outbox: Outbox) {
  const { body: session } = await outbox.openSession(PLACE);
  const { body: worker } = await outbox.addWorker({ ...PERSON, photo: PHOTO });
  const named = { sessionLocalId: session.localId, workerLocalId: worker.localId };
  const records = await outbox.addAll([1, 2, 3].map((units) => ({ ...named, units })));
  const [first] = records;
  await outbox.voidRecord({ clientEventId: first!.body.clientEventId, reason: 'Counted twice' });
  await outbox.closeSession({ sessionLocalId: session.localId, finalNotes: 'Rain' });
  return { session, worker, records };
}

describe('a morning without signal', () => {
  it('is delivered once and completely, in the order of its dependencies', async () => {
    const { outbox, farm, store } = phone();
    const { session, records } = await aMorning(outbox);
    expect(await outbox.sync()).toMatchObject({
      ...{ sent: { session: 1, worker: 1, record: 3, void: 1, close: 1 }, created: 3, opened: 1 },
      ...{ refused: 0, waiting: 0, held: 0 },
    });
    const sessionId = `server-${session.localId}`;
    expect(farm.calls).toMatchObject([[1, 2, 3].map((units) => ({ sessionId, workerId: 'w-0', units }))]);
    expect(farm.calls[0]![0]).not.toHaveProperty('workerLocalId');
    expect([...farm.voided.keys()]).toEqual([`r-${records[0]!.body.clientEventId}`]);
    expect(farm.closed.get(sessionId)).toEqual({ finalNotes: 'Rain', by: 'user' });
    const photo = `data:application/octet-stream;base64,${Buffer.from(PHOTO).toString('base64')}`;
    expect(farm.workers.get('Luis Soto')).toEqual({ id: 'w-0', photo });
    expect((await store.load()).filter(({ kind }) => kind !== 'receipts')).toEqual([]);
  });

  it('sends records of badges as they were scanned', async () => {
    const { outbox, farm } = phone();
    const { session } = await aMorning(outbox);
    const capture = { method: 'qr', badge: '7' } as const;
    await outbox.add({ sessionLocalId: session.localId, badge: '7', units: 4, capture });
    await outbox.sync();
    const sent = farm.calls.flat().find((record) => 'badge' in record);
    expect(sent).toMatchObject({ badge: '7', units: 4, capture });
    expect(sent).not.toHaveProperty('workerId');
  });

  it('sends shared records, also of workers whom the server does not know yet', async () => {
    const { outbox, farm } = phone();
    const { session, worker } = await aMorning(outbox);
    const shares = [
      { workerLocalId: worker.localId, weight: 2 },
      { badge: '7' },
      { workerId: 'luis', weight: 1 },
    ];
    await outbox.add({ sessionLocalId: session.localId, shares, container: 'bin', units: 4 });
    await outbox.sync();
    const sent = farm.calls.flat().find((record) => 'shares' in record);
    expect(sent).toMatchObject({
      ...{ units: 4, container: 'bin' },
      shares: [{ workerId: 'w-0', weight: 2 }, { badge: '7' }, { workerId: 'luis', weight: 1 }],
    });
    expect(sent).not.toHaveProperty('workerId');
    expect(JSON.stringify(sent)).not.toContain('LocalId');
  });

  it('can be continued by its ids after a restart of the app', async () => {
    const { outbox, farm, store } = phone();
    const { body: session } = await outbox.openSession(PLACE);
    const { body: worker } = await outbox.addWorker(PERSON);
    const named = { sessionLocalId: session.localId, workerLocalId: worker.localId };
    const { body: record } = await outbox.add({ ...named, units: 1 });
    await outbox.sync();
    const later = new Outbox(farm.client(), store, { timing: new FakeTime() });
    await later.add({ ...named, units: 2 });
    await later.voidRecord({ clientEventId: record.clientEventId });
    await later.closeSession({ sessionLocalId: session.localId });
    expect(await later.sync()).toMatchObject({ sent: { record: 1, void: 1, close: 1 }, waiting: 0 });
  });

  it('opens the next session of the place after the earlier one is closed', async () => {
    const { outbox, farm } = phone();
    const { session } = await aMorning(outbox);
    const { body: noon } = await outbox.openSession(PLACE);
    await outbox.add({ sessionLocalId: noon.localId, workerId: 'luis', units: 4 });
    expect(await outbox.sync()).toMatchObject({ opened: 2, created: 4, refused: 0, waiting: 0 });
    expect([...farm.closed.keys()]).toEqual([`server-${session.localId}`]);
  });
});

describe('a refused item', () => {
  it('holds back what depends on it, and nothing else', async () => {
    const { outbox, farm } = phone();
    farm.unknownPositions.add('pilot');
    const { body: session } = await outbox.openSession(PLACE);
    const pilot = await outbox.addWorker({ ...PERSON, position: 'pilot' });
    const named = { sessionLocalId: session.localId };
    const held = await outbox.add({ ...named, workerLocalId: pilot.body.localId, units: 1 });
    await outbox.add({ ...named, workerId: 'luis', units: 2 });
    const undo = await outbox.voidRecord({ clientEventId: held.body.clientEventId });
    const close = await outbox.closeSession(named);
    const { body: noon } = await outbox.openSession(PLACE);
    const elsewhere = await outbox.openSession({ ...PLACE, sectorId: 'n2' });

    expect(await outbox.sync()).toMatchObject({ created: 1, opened: 2, refused: 1, held: 3, waiting: 4 });
    expect(farm.sessions.has(elsewhere.body.localId)).toBe(true);
    expect((await outbox.held()).map(({ entry, by }) => [entry.id, by.id])).toEqual(
      [held, undo, close].map(({ id }) => [id, pilot.id]),
    );
    expect(await outbox.status()).toEqual({ waiting: 4, held: 3, refused: 1, mediaBytes: 0 });

    expect(await outbox.correct(pilot.id, { position: 'harvester', localId: 'another' })).toBe(true);
    expect(await outbox.sync()).toMatchObject({ refused: 0, held: 0, waiting: 0 });
    expect(farm.calls.at(-1)).toMatchObject([{ workerId: 'w-0', units: 1 }]);
    expect(farm.voided.size).toBe(1);
    expect(farm.sessions.has(noon.localId)).toBe(true);
  });

  it('that is discarded has its dependants refused, which are reported and not dropped', async () => {
    const { outbox, farm } = phone();
    farm.unknownPositions.add('pilot');
    const pilot = await outbox.addWorker({ ...PERSON, position: 'pilot' });
    const follower = await outbox.add({ sessionId: 's1', workerLocalId: pilot.body.localId, units: 1 });
    const undo = await outbox.voidRecord({ clientEventId: follower.body.clientEventId });
    await outbox.sync();
    await outbox.discard(pilot.id);
    expect(await outbox.sync()).toMatchObject({ refused: 1, held: 1 });
    expect(await outbox.refused()).toMatchObject([{ id: follower.id, problem: { code: 'worker_unknown' } }]);
    await outbox.useWorker(pilot.body.localId, 'luis');
    expect(await outbox.discard(undo.id)).toBe(true);
    await outbox.correct(follower.id, { workerLocalId: undefined, workerId: 'luis' });
    expect(await outbox.sync()).toMatchObject({ created: 1, refused: 0, waiting: 0 });
  });

  it('can be replaced, as a worker, by another worker of the server', async () => {
    const { outbox, farm } = phone();
    farm.unknownPositions.add('pilot');
    const { body } = await outbox.addWorker({ ...PERSON, position: 'pilot' });
    await outbox.add({ sessionId: 's1', workerLocalId: body.localId, units: 1 });
    await outbox.sync();
    expect(await outbox.useWorker(body.localId, 'luis')).toBe(true);
    expect(await outbox.sync()).toMatchObject({ created: 1, refused: 0, waiting: 0 });
  });
});

describe('closing a session', () => {
  it('is done if its response was lost', async () => {
    const { outbox, farm } = phone();
    await outbox.closeSession({ sessionId: 's1', finalNotes: 'Rain' });
    farm.faults = ['answer_lost'];
    expect(await outbox.sync()).toMatchObject({ sent: { close: 1 }, refused: 0, waiting: 0 });
  });

  it('is done if the system was faster, unless its notes would be lost', async () => {
    const { outbox, farm } = phone();
    for (const sessionId of ['s1', 's2']) farm.closed.set(sessionId, { finalNotes: null, by: 'system' });
    await outbox.closeSession({ sessionId: 's1' });
    await outbox.closeSession({ sessionId: 's2', finalNotes: 'Rain' });
    expect(await outbox.sync()).toMatchObject({ sent: { close: 1 }, refused: 1 });
    expect(await outbox.refused()).toMatchObject([{ body: { sessionId: 's2' } }]);
  });
});

describe('a form record', () => {
  const picture = { field: 'picture', data: PHOTO, type: 'image/jpeg' };
  const kept = { media: [`picture:${Buffer.from(PHOTO).toString('base64')}`] };
  const form = { formId: 'scout', formVersion: 3, values: { trees: 4 } };

  it('is delivered with its files', async () => {
    const { outbox, farm } = phone();
    const { body, media } = await outbox.submitForm({ ...form, media: [picture] });
    expect(media).toEqual([{ field: 'picture', size: PHOTO.length }]);
    expect(await outbox.status()).toMatchObject({ mediaBytes: PHOTO.length });
    expect(await outbox.sync()).toMatchObject({ sent: { form: 1 }, waiting: 0 });
    expect(farm.forms.get(body.clientRecordId)).toEqual({ record: body, ...kept });
  });

  it('accepts what browsers call a file', async () => {
    const { outbox, farm } = phone();
    const data = new Blob([PHOTO], { type: 'image/jpeg' });
    await outbox.submitForm({ ...form, media: [{ field: 'picture', data }] });
    await outbox.sync();
    expect([...farm.forms.values()]).toMatchObject([kept]);
  });

  it('is not uploaded again when its response was lost', async () => {
    const { outbox, farm, store } = phone({ attempts: 1 });
    await outbox.submitForm({ ...form, media: [picture] });
    farm.faults = ['answer_lost'];
    expect(await outbox.sync()).toMatchObject({ waiting: 1, error: { code: 'unreachable' } });
    const later = new Outbox(farm.client(), store);
    expect(await later.sync()).toMatchObject({ sent: { form: 1 }, waiting: 0 });
    expect([farm.uploads, farm.forms.size]).toEqual([1, 1]);
  });

  it('is uploaded again when it did not arrive', async () => {
    const { outbox, farm } = phone({ attempts: 1 });
    await outbox.submitForm({ ...form, media: [picture] });
    farm.faults = ['request_lost'];
    await outbox.sync();
    expect(await outbox.sync()).toMatchObject({ sent: { form: 1 }, waiting: 0 });
    expect([...farm.forms.values()]).toMatchObject([kept]);
  });

  it('is sent after small items, and lets others pass when it fails', async () => {
    const { store } = phone();
    const order: string[] = [];
    const fetch = async (request: Request) => {
      const isUpload = request.headers.get('content-type')?.startsWith('multipart/') ?? false;
      const text = isUpload ? await request.text() : '';
      order.push(isUpload ? (/"trees":(\d)/.exec(text)?.[1] ?? '') : 'records');
      if (text.includes('"trees":1')) return new Response('', { status: 504 });
      if (isUpload) return new Response('{"data":{"recordId":"f"}}', { status: 201 });
      return refusal(400, 'validation_failed');
    };
    const furrow = createFurrow({ baseUrl: 'http://farm.test', fetch });
    const outbox = new Outbox(furrow, store, { attempts: 1, timing: new FakeTime() });
    for (const trees of [1, 2]) await outbox.submitForm({ ...form, values: { trees }, media: [picture] });
    await outbox.add({ sessionId: 's1', workerId: 'luis', units: 1 });
    expect(await outbox.sync()).toMatchObject({
      ...{ sent: { form: 1 }, refused: 1, waiting: 1 },
      error: { code: 'http_504' },
    });
    expect(order).toEqual(['records', '1', '2']);
  });

  it('with a file that no server accepts is reported at once', async () => {
    const { outbox, store } = phone();
    const data = new Uint8Array(12 * 1_048_576 + 1);
    await expect(outbox.submitForm({ ...form, media: [{ field: 'picture', data }] })).rejects.toThrow(
      MediaTooLarge,
    );
    expect(await store.load()).toEqual([]);
  });
});

describe('a full outbox', () => {
  it('reports that, and loses nothing', async () => {
    const { outbox, farm, store } = phone({ limits: { items: 3, mediaBytes: 10 } });
    const form = { formId: 'scout', values: {}, media: [{ field: 'picture', data: PHOTO }] };
    await outbox.submitForm(form);
    await expect(outbox.submitForm(form)).rejects.toThrow('The outbox is full: it holds 8 bytes of files.');
    const picked = { sessionId: 's1', workerId: 'luis', units: 1 };
    await expect(outbox.addAll([picked, picked, picked])).rejects.toThrow(OutboxFull);
    await outbox.addAll([picked, picked]);
    const again = new Outbox(farm.client(), store, { limits: { items: 3 } });
    await expect(again.add(picked)).rejects.toMatchObject({ code: 'outbox_full' });
    expect(await outbox.sync()).toMatchObject({ created: 2, waiting: 0 });
    await outbox.add(picked);
    expect(await outbox.waiting()).toHaveLength(1);
  });

  it('does not count files in a store that keeps none', async () => {
    const { farm, store } = phone();
    const plain = { load: () => store.load(), put: store.put.bind(store), remove: store.remove.bind(store) };
    const outbox = new Outbox(farm.client(), plain);
    const media = [{ field: 'picture', data: PHOTO }];
    await expect(outbox.submitForm({ formId: 'scout', values: {}, media })).rejects.toThrow('keeps no files');
    await outbox.submitForm({ formId: 'scout', values: {} });
    expect(await outbox.sync()).toMatchObject({ sent: { form: 1 } });
  });
});

describe('what another version stored', () => {
  const head = (order: number) => ({ id: `e${order}`, order, queuedAt: '2026-03-01T10:00:00.000Z' });

  it('earlier is read', async () => {
    const { outbox, farm, store } = phone();
    const of = { workerId: 'luis', recordedAt: '2026-03-01T10:00:00.000Z', units: 1 };
    const old = [
      { ...head(1), kind: 'session', state: 'opened', sessionId: 's7', body: { ...PLACE, localId: 'a' } },
      {
        ...head(2),
        kind: 'record',
        state: 'waiting',
        body: { ...of, sessionLocalId: 'a', clientEventId: 'k' },
      },
      { ...head(3), kind: 'session', state: 'waiting', body: { ...PLACE, localId: 'b', openedAt: 'now' } },
      {
        ...head(4),
        kind: 'record',
        state: 'waiting',
        body: { ...of, sessionLocalId: 'b', clientEventId: 'l' },
      },
    ];
    await store.put(old as unknown as Entry[]);
    expect(await outbox.sync()).toMatchObject({ opened: 1, created: 2, refused: 0, waiting: 0 });
    expect(farm.made.get('k')).toMatchObject({ sessionId: 's7' });
    expect(farm.made.get('l')).toMatchObject({ sessionId: 'server-b' });
  });

  it('later is kept until a version knows it', async () => {
    const { outbox, store } = phone();
    await store.put([{ ...head(1), kind: 'forecast', state: 'waiting', body: {} }] as unknown as Entry[]);
    await outbox.add({ sessionId: 's1', workerId: 'luis', units: 1 });
    expect(await outbox.sync()).toMatchObject({ created: 1, waiting: 1 });
    expect(await store.load()).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'forecast' })]),
    );
  });
});
