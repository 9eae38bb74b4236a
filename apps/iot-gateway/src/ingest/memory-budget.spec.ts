import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type MemoryAccount, MemoryBudget } from './memory-budget.ts';

const KIB = 1_024;
const MIB = 1_024 * KIB;
const turn = () => new Promise((resolve) => setImmediate(resolve));

let budget: MemoryBudget;
let acme: MemoryAccount;
let rival: MemoryAccount;
beforeEach(() => {
  budget = new MemoryBudget();
  acme = budget.of('acme');
  rival = budget.of('rival');
});

describe('the memory for what is not stored yet', () => {
  it('is busy with what is being stored, and full with all together', () => {
    for (const account of [acme, rival]) account.keepStoring(25 * MIB);
    expect([budget.isBusy, budget.isFull]).toEqual([true, false]);
    for (const account of [acme, rival]) account.keepWaiting(25 * MIB);
    expect([budget.isBusy, budget.isFull]).toEqual([true, true]);
    for (const account of [acme, rival]) account.keepStoring(-25 * MIB);
    expect([budget.isBusy, budget.isFull]).toEqual([false, false]);
    for (const account of [acme, rival]) account.keepWaiting(-25 * MIB);
    expect([budget.isBusy, budget.isFull, budget.bytes]).toEqual([false, false, 0]);
  });

  it('lets those who wait in by and by, so that together they never pass on much more than fits', async () => {
    acme.keepStoring(40 * MIB);
    let passed = 0;
    const connection = () => {
      if (acme.isBusy) acme.whenRoom(connection);
      else {
        passed++;
        setImmediate(() => acme.keepStoring(MIB)); // counted only later, when it has been looked at
      }
    };
    for (let i = 0; i < 1_000; i++) acme.whenRoom(connection);
    acme.keepStoring(-40 * MIB);
    let most = 0;
    for (let i = 0; i < 20; i++) {
      await turn();
      most = Math.max(most, budget.bytes);
    }
    expect(passed).toBeGreaterThan(0);
    expect(most).toBeLessThan(64 * MIB);
    // All of them have their turn in the end, as what came before is stored.
    for (let i = 0; i < 5_000 && passed < 1_000; i++) {
      await turn();
      acme.keepStoring(-Math.min(budget.bytes, 10 * MIB));
    }
    expect(passed).toBe(1_000);
  });
});

describe('companies', () => {
  it('have an account each, which is full at half of all', () => {
    acme.keepWaiting(49 * MIB);
    expect([acme.isFull, rival.isFull, budget.isFull]).toEqual([true, false, false]);
    acme.keepStoring(25 * MIB);
    expect([acme.isBusy, rival.isBusy, budget.isBusy]).toEqual([true, false, false]);
    expect(budget.of('acme')).toBe(acme);
  });

  it('with next to nothing in it go on, however full others have made it', () => {
    const others = [acme, budget.of('others')];
    for (const other of others) {
      other.keepWaiting(49 * MIB);
      other.keepStoring(25 * MIB);
    }
    expect([budget.isFull, budget.isBusy]).toEqual([true, true]);
    rival.keepStoring(64 * KIB);
    expect([rival.isFull, rival.isBusy]).toEqual([false, false]);
    rival.keepStoring(1);
    expect([rival.isFull, rival.isBusy]).toEqual([true, true]);
  });

  it('take turns when there is room again', async () => {
    const heard: string[] = [];
    for (const account of [acme, rival]) account.keepStoring(25 * MIB);
    for (let i = 0; i < 20; i++) acme.whenRoom(() => heard.push('acme'));
    for (let i = 0; i < 2; i++) rival.whenRoom(() => heard.push('rival'));
    for (const account of [acme, rival]) account.keepStoring(-25 * MIB);
    for (let i = 0; i < 3; i++) await turn();
    expect(heard.slice(0, 5)).toEqual(['acme', 'rival', 'acme', 'rival', 'acme']);
    expect(heard).toHaveLength(22);
  });

  it('whose connections wait are called back whenever they may go on, whatever has come and gone', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(2), fc.boolean(), fc.integer({ min: 1, max: 60 })), { maxLength: 30 }),
        fc.array(fc.nat(1_000)),
        async (sent, order) => {
          const memory = new MemoryBudget();
          const accounts = ['a', 'b', 'c'].map((name) => memory.of(name));
          const waiting = accounts.map(() => false);
          const wait = (index: number) => {
            const account = accounts[index]!;
            waiting[index] = account.isFull || account.isBusy;
            if (waiting[index]) account.whenRoom(() => wait(index));
          };
          const kept = sent.map(([index, isStoring, mebibytes]) => {
            const account = accounts[index]!;
            const keep = (bytes: number) =>
              isStoring ? account.keepStoring(bytes) : account.keepWaiting(bytes);
            keep(mebibytes * MIB);
            if (!waiting[index]) wait(index);
            return () => keep(-mebibytes * MIB);
          });
          for (let i = 0; kept.length > 0; i++) {
            kept.splice((order[i] ?? 0) % kept.length, 1)[0]!();
            for (let turns = 0; turns < 3; turns++) await turn();
            for (const [index, account] of accounts.entries())
              if (!account.isFull && !account.isBusy) expect(waiting[index]).toBe(false);
          }
        },
      ),
    ));
});
