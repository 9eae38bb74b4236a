import { beforeEach, expect, it } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import type { HarvestQuery, PickedHours } from '../ports.ts';
import { ReportPace } from './report-pace.ts';

const NOW = new Date('2026-06-01T10:00:00Z');

/** A harvest of which each reading takes a while, and the answer tells which reading it was. */
class SlowHarvest implements HarvestQuery {
  readonly readings: string[] = [];
  takesMs = 400;
  fails = false;

  constructor(private readonly clock: FixedClock) {}

  async hours({ companyId, ownerUserId }: Parameters<HarvestQuery['hours']>[0]): Promise<PickedHours[]> {
    this.readings.push(`${companyId} ${ownerUserId ?? 'all'}`);
    const unit = String(this.readings.length);
    await Promise.resolve();
    this.clock.advance(this.takesMs);
    if (this.fails) throw new Error('gone');
    return [{ unit, hours: [] }];
  }

  read(): never {
    throw new Error('not read');
  }

  follow(): never {
    throw new Error('not followed');
  }
}

let clock: FixedClock;
let harvest: SlowHarvest;
let pace: ReportPace;
const unitOf = async (company = 'acme', owner: string | null = null) =>
  (await pace.execute(company, owner))[0]?.unit;

beforeEach(() => {
  clock = new FixedClock(NOW);
  harvest = new SlowHarvest(clock);
  pace = new ReportPace(harvest, clock);
});

it('is read once for all who ask at the same time, and afterwards a hundred times as long', async () => {
  expect(await Promise.all([unitOf(), unitOf(), unitOf()])).toEqual(['1', '1', '1']);
  clock.advance(39_999);
  expect(await unitOf()).toBe('1');
  clock.advance(1);
  expect(await unitOf()).toBe('2');
});

it('is at most a minute old, and of a small farm as good as current', async () => {
  harvest.takesMs = 5_000;
  await unitOf();
  clock.advance(60_000);
  harvest.takesMs = 2;
  expect(await unitOf()).toBe('2');
  clock.advance(200);
  expect(await unitOf()).toBe('3');
});

it('is shared by nobody of another company or with other sessions', async () => {
  const asked = [unitOf('acme'), unitOf('acme', 'ana'), unitOf('acme', 'ben'), unitOf('beta')];
  expect(await Promise.all(asked)).toEqual(['1', '2', '3', '4']);
  expect(harvest.readings).toEqual(['acme all', 'acme ana', 'acme ben', 'beta all']);
});

it('is read again after a failure', async () => {
  harvest.fails = true;
  await expect(unitOf()).rejects.toThrow('gone');
  harvest.fails = false;
  expect(await unitOf()).toBe('2');
});
