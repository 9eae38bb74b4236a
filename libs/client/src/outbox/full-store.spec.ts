import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryStore } from '../stores/memory-store.ts';
import { CrashingStore } from '../testing/crashing-store.ts';
import { FakeFarm } from '../testing/fake-farm.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { Outbox } from './outbox.ts';

const PLACE = { projectId: 'north', sectorId: 'n1', sector_name: 'N1', localId: 'morning' };
const SHIFT = {
  workerId: 'luis',
  projectId: 'north',
  kind: 'piece',
  startedAt: '2026-03-02T08:00:00Z',
} as const;

let farm: FakeFarm;
let disk: MemoryStore;
let store: CrashingStore;
let outbox: Outbox;

/** The app after a restart, on the same disk. */
function restart(): void {
  store = new CrashingStore(disk, undefined);
  outbox = new Outbox(farm.client(), store, { timing: new FakeTime() });
}

beforeEach(async () => {
  farm = new FakeFarm();
  disk = new MemoryStore();
  restart();
  await outbox.openSession(PLACE);
  for (const clientEventId of ['a', 'b', 'c'])
    await outbox.add({ sessionLocalId: 'morning', workerId: 'luis', units: 1, clientEventId });
  await outbox.voidRecord({ clientEventId: 'b' });
  await outbox.addShift({ ...SHIFT, clientEventId: 'shift' });
});

const onDisk = async () =>
  (await disk.load()).flatMap((entry) => (entry.kind === 'receipts' ? [] : [entry.kind])).sort();
const atFarm = () => [[...farm.made.keys()], [...farm.voided.keys()], [...farm.shifts.keys()]];
const EVERYTHING = [['a', 'b', 'c'], ['r-b'], ['shift']];

describe('a phone that is full', () => {
  it('empties itself by sending, but for the few items whose ids it could not store', async () => {
    store.full = 'put';
    await expect(outbox.sync()).rejects.toThrow(expect.objectContaining({ name: 'QuotaExceededError' }));
    expect(atFarm()).toEqual(EVERYTHING);
    expect(await onDisk()).toEqual(['session', 'shift']);
    // It remembers the ids while it runs, and stores them as soon as it can.
    store.full = 'no';
    await outbox.voidRecord({ clientEventId: 'c' });
    await outbox.endShift({ clientEventId: 'shift', endedAt: '2026-03-02T12:00:00Z' });
    expect(await outbox.sync()).toMatchObject({ waiting: 0, refused: 0 });
    restart();
    await outbox.voidRecord({ clientEventId: 'a' });
    await outbox.add({ sessionLocalId: 'morning', workerId: 'luis', units: 1, clientEventId: 'd' });
    expect(await outbox.sync()).toMatchObject({ waiting: 0, refused: 0 });
    expect([...farm.made.keys(), ...farm.voided.keys()]).toEqual(['a', 'b', 'c', 'd', 'r-b', 'r-c', 'r-a']);
  });

  it('sends what depends on an item whose id it could not store, also after a restart', async () => {
    store.full = 'put';
    await outbox.sync().catch(() => undefined);
    restart();
    await outbox.add({ sessionLocalId: 'morning', workerId: 'luis', units: 1, clientEventId: 'd' });
    await outbox.endShift({ clientEventId: 'shift', endedAt: '2026-03-02T12:00:00Z' });
    expect(await outbox.sync()).toMatchObject({ waiting: 0, refused: 0 });
    expect(farm.made.get('d')).toMatchObject({ sessionId: 'server-morning' });
    expect(farm.shifts.get('shift')).toMatchObject({ endedAt: '2026-03-02T12:00:00Z' });
    expect(await onDisk()).toEqual([]);
  });

  it('keeps a record that a void waits for', async () => {
    store.full = 'put';
    // Session and records arrive, the void does not.
    farm.faults = ['none', 'none', 'none', ...Array.from({ length: 9 }, () => 'request_lost' as const)];
    await outbox.sync().catch(() => undefined);
    expect(await onDisk()).toEqual(['record', 'session', 'shift', 'void']);
    farm.faults = [];
    restart();
    expect(await outbox.sync()).toMatchObject({ waiting: 0, refused: 0 });
    expect(atFarm()).toEqual(EVERYTHING);
  });

  it('sends all of it once, also where it cannot even remove anything', async () => {
    store.full = 'put and remove';
    for (let i = 0; i < 2; i++) {
      await expect(outbox.sync()).rejects.toThrow(expect.objectContaining({ name: 'QuotaExceededError' }));
      expect(atFarm()).toEqual(EVERYTHING);
    }
    store.full = 'no';
    expect(await outbox.sync()).toMatchObject({ waiting: 0, refused: 0 });
    expect(await onDisk()).toEqual([]);
    expect(farm.voided.get('r-b')).toMatchObject({ counterRecordId: 'c-r-b' });
  });

  it('sends a form with its files, and what was refused waits for the space to note it', async () => {
    const data = new Uint8Array([1, 2, 3]);
    await outbox.submitForm({
      formId: 'f',
      formVersion: 1,
      values: {},
      clientRecordId: 'form',
      media: [{ field: 'p', data }],
    });
    await outbox.add({ sessionLocalId: 'morning', workerId: 'luis', units: 0, clientEventId: 'bad' });
    store.full = 'put';
    await outbox.sync().catch(() => undefined);
    expect([...farm.forms.keys()]).toEqual(['form']);
    expect(await onDisk()).toEqual(['record', 'session', 'shift']);
    store.full = 'no';
    expect(await outbox.sync()).toMatchObject({ waiting: 0, refused: 1 });
    expect(farm.uploads).toBe(1);
  });
});
