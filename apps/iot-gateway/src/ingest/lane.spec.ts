import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { DatabaseUnavailable } from '@furrow/platform';
import type { DeviceContext, IngestReport, TelemetryKind } from '@furrow/telemetry';
import { Lane, type LaneHost } from './lane.ts';
import type { Wait } from './reading-rates.ts';

const DEVICE: DeviceContext = { companyId: 'c', deviceId: 'd', projectId: 'p', sectorId: null };

/** A database that a test answers for. */
class Host implements LaneHost {
  isOpen = true;
  kept = 0;
  wait: Wait | undefined;
  readonly asked: { text: string; settle: (report?: IngestReport) => void; fail: (error: Error) => void }[] =
    [];
  readonly reports: IngestReport[] = [];
  readonly throttled: Wait[] = [];
  #waiting: (() => void)[] = [];

  ingest(_device: DeviceContext, _kind: TelemetryKind, payload: Uint8Array): Promise<IngestReport> {
    return new Promise((resolve, fail) => {
      const settle = (report: IngestReport = { accepted: 1, problems: [] }) => resolve(report);
      this.asked.push({ text: Buffer.from(payload).toString(), settle, fail });
    });
  }

  close(): void {
    this.isOpen = false;
  }

  confirm(): void {
    // nothing to learn from it
  }

  whenOpen(resume: () => void): void {
    this.#waiting.push(resume);
  }

  forget(): void {
    this.#waiting = [];
  }

  open(): void {
    this.isOpen = true;
    for (const resume of this.#waiting.splice(0)) resume();
  }

  keep(bytes: number): void {
    this.kept += bytes;
  }

  waitOf(): Wait | undefined {
    return this.wait;
  }

  take(): void {
    // rates are tested beside their class
  }

  onReport(_device: DeviceContext, _kind: TelemetryKind, _topic: string, report: IngestReport): void {
    this.reports.push(report);
  }

  onThrottled(_device: DeviceContext, _topic: string, wait: Wait): void {
    this.throttled.push(wait);
  }
}

describe('a lane', () => {
  let host: Host;
  let lane: Lane;
  let settled: string[];
  beforeEach(() => {
    host = new Host();
    lane = new Lane(host, () => DEVICE);
    settled = [];
  });
  const submit = (...texts: string[]) => {
    for (const text of texts)
      lane.submit(
        { topic: 't', kind: text === 'status' ? undefined : 'weather', payload: Buffer.from(text) },
        (error) => settled.push(error ? `${text}: ${error.message}` : text),
      );
  };
  const asked = () => host.asked.map(({ text }) => text);

  it('hands over together what came together, and acknowledges in order, whoever is done first', async () => {
    submit('a', 'status', 'b');
    await turn();
    expect(asked()).toEqual(['a', 'b']);
    host.asked[1]!.settle();
    await turn();
    expect(settled).toEqual([]);
    host.asked[0]!.settle();
    await turn();
    expect(settled).toEqual(['a', 'status', 'b']);
    expect([host.reports.length, host.kept, lane.isIdle]).toEqual([2, 0, true]);
  });

  it('begins with the next when all before them is stored', async () => {
    submit('a');
    await turn();
    submit('b', 'c');
    await turn();
    expect(asked()).toEqual(['a']);
    host.asked[0]!.settle();
    await turn();
    expect(asked()).toEqual(['a', 'b', 'c']);
  });

  it('acknowledges nothing behind a failure, waits for the database, and sends all of it again', async () => {
    submit('a', 'b', 'c');
    await turn();
    host.asked[0]!.settle();
    host.asked[1]!.fail(new DatabaseUnavailable());
    host.asked[2]!.settle();
    await turn();
    expect([settled, host.isOpen]).toEqual([['a'], false]);
    submit('d');
    await turn();
    expect(host.asked).toHaveLength(3);
    host.open();
    expect(asked().slice(3)).toEqual(['b', 'c', 'd']);
    for (const each of host.asked.slice(3)) each.settle();
    await turn();
    expect(settled).toEqual(['a', 'b', 'c', 'd']);
    expect(host.kept).toBe(0);
  });

  it('gives up a message that fails again and again for reasons of its own', async () => {
    submit('a', 'b');
    for (let attempt = 0; attempt < 3; attempt++) {
      for (let i = 0; i < 100 && host.asked.length < 2 * (attempt + 1); i++) await sleep(10);
      const [first, second] = host.asked.slice(-2);
      first!.fail(new Error('broken'));
      second!.settle();
      await turn();
    }
    expect(settled).toEqual(['a: broken']);
    expect([host.kept, lane.isIdle]).toEqual([0, true]);
  });

  it('waits for its rate, and goes on', async () => {
    host.wait = { limit: 'IOT_DEVICE_RATE', rate: 1, ms: 20 };
    submit('a');
    await turn();
    expect([asked(), host.throttled]).toEqual([[], [host.wait]]);
    host.wait = undefined;
    await sleep(50);
    expect(asked()).toEqual(['a']);
  });

  it('of a connection that ended still stores what it can store now', async () => {
    submit('a', 'b');
    lane.end(false);
    await turn();
    expect(asked()).toEqual(['a', 'b']);
  });

  it('of a connection that ended while the database is away keeps nothing', async () => {
    host.close();
    submit('a', 'b');
    await turn();
    lane.end(false);
    host.open();
    await turn();
    expect([asked(), host.kept]).toEqual([[], 0]);
    submit('will');
    expect(settled).toEqual(['will: The connection has ended']);
  });
});
