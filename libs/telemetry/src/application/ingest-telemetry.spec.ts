import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import { BatchingReadingStore } from '../adapters/typeorm/batching-reading-store.ts';
import type { TelemetryKind } from '../domain/index.ts';
import { NOW, payloadOf } from '../testing/builders.ts';
import { InMemoryTelemetry } from '../testing/in-memory-telemetry.ts';
import type { Station } from '../testing/field.ts';
import { type IngestReport, IngestTelemetry, type TelemetryMessage } from './ingest-telemetry.ts';
import { KnownSectors } from './known-sectors.ts';
import { SendCommand } from './send-command.ts';

const at = (minute: number) => new Date(NOW.getTime() - 3_600_000 + minute * 60_000).toISOString();

let telemetry: InMemoryTelemetry;
let clock: FixedClock;
let ingest: IngestTelemetry;
let station: Station;

beforeEach(async () => {
  telemetry = new InMemoryTelemetry();
  clock = new FixedClock(NOW);
  ingest = new IngestTelemetry(
    new BatchingReadingStore(telemetry.store),
    new KnownSectors(telemetry.sectors, clock),
    clock,
  );
  station = await telemetry.newStation();
});

const sendAll = (messages: readonly TelemetryMessage[]) =>
  new Promise<readonly IngestReport[]>((stored, failed) =>
    ingest.submit(station.device, messages, { stored, failed }),
  );
const send = (kind: TelemetryKind, items: unknown) =>
  ingest.execute(station.device, { kind, payload: payloadOf(items) });
const wordsOf = async (kind: TelemetryKind, items: unknown) => {
  const { accepted, problems } = await send(kind, items);
  return [accepted, ...problems.map(({ index, code }) => `${String(index)} ${code}`)];
};

describe('a payload of a device', () => {
  it('is stored except for wrong items, which are reported one by one', async () => {
    const items = [
      { ts: at(0), te: 1 },
      null,
      { ts: at(1), te: 99 },
      { ts: at(2), hr: 5 },
      { te: 1 },
      { ts: at(0), te: 2 },
    ];
    expect(await wordsOf('weather', items)).toEqual([
      2,
      '1 validation_failed',
      '2 validation_failed',
      '4 validation_failed',
      '5 conflict',
    ]);
    expect(telemetry.kept.size).toBe(2);
  });

  it('fails by itself when something unexpected happens to it, and releases its memory', async () => {
    const now = jest.spyOn(clock, 'now').mockImplementationOnce(() => {
      throw new Error('no time');
    });
    await expect(send('weather', { ts: at(0), te: 1 })).rejects.toThrow('no time');
    now.mockRestore();
    expect(await wordsOf('weather', [{ ts: at(0), te: 1 }])).toEqual([1]);
  });

  it('in several messages at once is reported message by message', async () => {
    const message = (kind: TelemetryKind, items: unknown) => ({ kind, payload: payloadOf(items) });
    const reports = await sendAll([
      message('weather', [
        { ts: at(0), te: 99 },
        { ts: at(0), te: 1 },
      ]),
      { kind: 'weather', payload: new TextEncoder().encode('{') },
      message('plant', { ts: at(1), kpi: 'vigor', value: 1, sector: 'nowhere' }),
      message('plant', { ts: at(1), kpi: 'vigor', value: 1 }),
      message('weather', [
        { ts: at(1), te: 1 },
        { ts: at(0), te: 2 },
      ]),
    ]);
    expect(
      reports.map(({ accepted, problems }) => [
        accepted,
        ...problems.map(({ index, code }) => `${String(index)} ${code}`),
      ]),
    ).toEqual([
      [1, '0 validation_failed'],
      [0, 'null malformed_json'],
      [0, '0 sector_not_found'],
      [1],
      [1, '1 conflict'],
    ]);
  });

  it('may be one item or a list', async () => {
    expect(await wordsOf('weather', { ts: at(0), te: 1 })).toEqual([1]);
    expect(await wordsOf('weather', [])).toEqual([0]);
  });

  it('is rejected as a whole if it cannot be read', async () => {
    const report = await ingest.execute(station.device, {
      kind: 'weather',
      payload: new TextEncoder().encode('{'),
    });
    expect(report).toEqual({
      accepted: 0,
      problems: [{ index: null, code: 'malformed_json', message: expect.any(String) }],
    });
    expect(await wordsOf('weather', Array(1_001).fill({ ts: at(0), te: 1 }))).toEqual([
      0,
      'null too_many_items',
    ]);
  });

  it('may be repeated', async () => {
    const items = [
      { ts: at(0), te: 1 },
      { ts: at(1), te: 1 },
    ];
    for (let i = 0; i < 3; i++) expect(await wordsOf('weather', items)).toEqual([2]);
    expect(telemetry.kept.size).toBe(2);
  });

  it('is not acknowledged while nothing can be stored', async () => {
    telemetry.store.failure = new Error('The database cannot be reached.');
    await expect(send('weather', { ts: at(0), te: 1 })).rejects.toThrow('cannot be reached');
    telemetry.store.failure = undefined;
    expect(await wordsOf('weather', { ts: at(0), te: 1 })).toEqual([1]);
  });

  it('shares few transactions with those of other devices', async () => {
    await Promise.all(Array.from({ length: 500 }, (_, i) => send('weather', { ts: at(-i), te: 1 })));
    expect(telemetry.store.batches.length).toBeLessThan(10);
    expect(telemetry.kept.size).toBe(500);
  });
});

describe('a sector in an item', () => {
  const plant = (sector: unknown, minute = 0) => ({ ts: at(minute), kpi: 'vigor', value: 1, sector });
  const sectorsKept = () => [...telemetry.kept.values()].map(({ sectorId }) => sectorId);

  it('is a key or id of the device’s project, by default its own', async () => {
    const { n1, n2 } = station.sectorIds;
    expect(await wordsOf('plant', [plant('n2', 0), plant(n2.toUpperCase(), 1), plant(null, 2)])).toEqual([3]);
    expect(sectorsKept()).toEqual([n2, n2, n1]);
  });

  it('that is unknown is a problem of its item only', async () => {
    const foreign = await telemetry.newStation();
    const items = [
      plant('n9'),
      plant(foreign.sectorIds.n1, 1),
      plant(station.otherProject.sectorId, 2),
      plant('n1', 3),
      plant('s1', 4),
    ];
    expect(await wordsOf('plant', items)).toEqual([
      1,
      '0 sector_not_found',
      '1 sector_not_found',
      '2 sector_not_found',
      '4 sector_not_found',
    ]);
  });

  it('is looked up once in a while, and again for a new name', async () => {
    for (let i = 0; i < 5; i++) await send('plant', plant('n1', i));
    expect(telemetry.sectors.asked).toBe(1);
    await send('plant', plant('n9', 6));
    expect(telemetry.sectors.asked).toBe(1); // it was looked up a moment ago
    clock.set(new Date(NOW.getTime() + 1_500));
    await send('plant', plant('n9', 7));
    expect(telemetry.sectors.asked).toBe(2);
    clock.set(new Date(NOW.getTime() + 40_000));
    await send('plant', plant('n1', 8));
    expect(telemetry.sectors.asked).toBe(3);
    await send('weather', { ts: at(0), te: 1 });
    expect(telemetry.sectors.asked).toBe(3);
  });
});

describe('a command', () => {
  const command = () => new SendCommand(telemetry.outbox, clock);

  it('waits for its device', async () => {
    const { companyId, device, userId } = station;
    const input = { companyId, deviceId: device.deviceId, name: 'reboot', payload: { delay: 5 }, userId };
    const sent = await command().execute(input);
    expect(sent).toMatchObject({ name: 'reboot', createdAt: NOW, createdBy: userId });
    expect(telemetry.outbox.commands).toEqual([sent]);
  });

  it('is refused for a device of another company', async () => {
    const { companyId, userId } = await telemetry.newStation();
    const input = { companyId, deviceId: station.device.deviceId, name: 'reboot', payload: null, userId };
    await expect(command().execute(input)).rejects.toMatchObject({ code: 'device_not_found' });
  });
});
