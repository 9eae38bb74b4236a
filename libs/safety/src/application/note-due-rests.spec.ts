import { FixedClock } from '@furrow/kernel/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { aRule, minutesAgo, NOW } from '../testing/builders.ts';
import { InMemorySafety } from '../testing/in-memory-safety.ts';
import { NoteDueRests } from './note-due-rests.ts';
import type { RestDue } from './ports.ts';

const HOUR_MS = 3_600_000;
const PERIOD = { from: minutesAgo(3 * 24 * 60), to: minutesAgo(-3 * 24 * 60) };

let transactions: InMemorySafety;
let clock: FixedClock;
let note: NoteDueRests;
beforeEach(() => {
  transactions = new InMemorySafety();
  clock = new FixedClock(NOW);
  note = new NoteDueRests(transactions, clock);
});

/** A company in the heat, in which a worker has been at work for two hours. */
async function inHeat(companyId: string): Promise<void> {
  await transactions.run(companyId, ({ rules }) => rules.save([aRule('north')]));
  const startedAt = minutesAgo(120).getTime();
  transactions.work(companyId, { workerId: 'ana', projectId: 'north', startedAt, endedAt: null, breaks: [] });
  measured(companyId);
}

function measured(companyId: string): void {
  const air = { projectId: 'north', deviceId: 'ws-1', at: clock.now().getTime(), te: 40, heatIndex: null };
  transactions.fieldOf(companyId).air.push(air);
}

const duesOf = (companyId: string): Promise<readonly RestDue[]> =>
  transactions.run(companyId, ({ dues }) => dues.between('north', PERIOD));

describe('noting due rests', () => {
  it('looks at every company, also where the rests of one cannot be read', async () => {
    const companies = Array.from({ length: 101 }, (_, n) => `farm-${String(n).padStart(3, '0')}`);
    for (const companyId of companies) await inHeat(companyId);
    const broken = 'farm-050';
    const run = transactions.run.bind(transactions);
    jest
      .spyOn(transactions, 'run')
      .mockImplementation((companyId, work) =>
        companyId === broken ? Promise.reject(new Error('cannot be read')) : run(companyId, work),
      );
    await expect(note.execute()).rejects.toThrow('cannot be read');
    for (const companyId of companies.filter((each) => each !== broken))
      expect([companyId, await duesOf(companyId)]).toEqual([companyId, [expect.anything()]]);
  });

  it('corrects what later shifts refute for a day, and not after it', async () => {
    await inHeat('acme');
    await note.execute();
    // The phone syncs that the shift had ended before the rest was due.
    const [shift] = transactions.fieldOf('acme').shifts.splice(0);
    clock.advance(24 * HOUR_MS + 1);
    transactions.fieldOf('acme').shifts.push({ ...shift!, endedAt: minutesAgo(90).getTime() });
    await note.execute();
    expect(await duesOf('acme')).toMatchObject([{ correctedAt: null }]);
    clock.set(new Date(NOW.getTime() + 24 * HOUR_MS));
    await note.execute();
    expect(await duesOf('acme')).toMatchObject([{ correctedAt: clock.now() }]);
  });

  it('notes the next rest of who has rested', async () => {
    await inHeat('acme');
    await note.execute();
    const [shift] = transactions.fieldOf('acme').shifts.splice(0);
    const rest = { from: NOW.getTime(), to: NOW.getTime() + HOUR_MS / 6 };
    transactions.fieldOf('acme').shifts.push({ ...shift!, breaks: [rest] });
    clock.set(new Date(rest.to + HOUR_MS));
    measured('acme');
    await note.execute();
    await note.execute();
    expect((await duesOf('acme')).map(({ dueAt }) => dueAt)).toEqual([minutesAgo(60), clock.now()]);
  });
});
