import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MemoryAccount, type MemoryShare } from './memory-account.ts';

const KIB = 1_024;
const MIB = 1_024 * KIB;
const turn = () => new Promise((resolve) => setImmediate(resolve));

let account: MemoryAccount;
let acme: MemoryShare;
let rival: MemoryShare;
beforeEach(() => {
  account = new MemoryAccount(48 * MIB);
  acme = account.of('acme');
  rival = account.of('rival');
});

describe('an account of memory', () => {
  it('is full when all connections together fill it, until a quarter is free again', () => {
    acme.add(24 * MIB);
    rival.add(24 * MIB);
    expect(account.isFull).toBe(false);
    rival.add(1);
    expect([account.isFull, account.bytes]).toEqual([true, 48 * MIB + 1]);
    rival.add(-12 * MIB);
    expect(account.isFull).toBe(true);
    rival.add(-1);
    expect(account.isFull).toBe(false);
    for (const share of [acme, rival]) share.add(-account.bytes);
    expect(account.isFull).toBe(false);
  });

  it('admits waiting connections gradually, so that together they never exceed it by much', async () => {
    acme.add(40 * MIB);
    let passed = 0;
    const connection = () => {
      if (acme.isFull) acme.whenRoom(() => connection());
      else {
        passed++;
        setImmediate(() => acme.add(MIB)); // counted only later, when it has been decoded
      }
    };
    for (let i = 0; i < 1_000; i++) acme.whenRoom(() => connection());
    acme.add(-40 * MIB);
    let most = 0;
    for (let i = 0; i < 20; i++) {
      await turn();
      most = Math.max(most, account.bytes);
    }
    expect(passed).toBeGreaterThan(0);
    expect(most).toBeLessThan(64 * MIB);
    // All of them get their turn as earlier messages are stored.
    for (let i = 0; i < 5_000 && passed < 1_000; i++) {
      await turn();
      acme.add(-Math.min(account.bytes, 10 * MIB));
    }
    expect(passed).toBe(1_000);
  });

  it('calls back once for repeated requests, and never a connection that no longer waits', async () => {
    acme.add(40 * MIB);
    const heard: string[] = [];
    const [once, gone] = [() => heard.push('once'), () => heard.push('gone')];
    for (const resume of [once, gone, once]) acme.whenRoom(resume);
    acme.forget(gone);
    acme.add(-40 * MIB);
    for (let i = 0; i < 3; i++) await turn();
    expect(heard).toEqual(['once']);
  });
});

describe('companies', () => {
  it('have one share each, which is full at half of the account', () => {
    acme.add(25 * MIB);
    expect([acme.isFull, rival.isFull, account.isFull]).toEqual([true, false, false]);
    expect(account.of('acme')).toBe(acme);
  });

  it('with almost nothing in the account continue, however full others have made it', () => {
    for (const other of [acme, account.of('others')]) other.add(25 * MIB);
    expect(account.isFull).toBe(true);
    rival.add(64 * KIB);
    expect(rival.isFull).toBe(false);
    rival.add(1);
    expect(rival.isFull).toBe(true);
  });

  it('take turns when there is room again', async () => {
    const heard: string[] = [];
    for (const share of [acme, rival]) share.add(25 * MIB);
    for (let i = 0; i < 20; i++) acme.whenRoom(() => heard.push('acme'));
    for (let i = 0; i < 2; i++) rival.whenRoom(() => heard.push('rival'));
    for (const share of [acme, rival]) share.add(-25 * MIB);
    for (let i = 0; i < 3; i++) await turn();
    expect(heard.slice(0, 5)).toEqual(['acme', 'rival', 'acme', 'rival', 'acme']);
    expect(heard).toHaveLength(22);
  });

  it('resume waiting connections as soon as they may continue, in any sequence of events', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 60 })), { maxLength: 30 }),
        fc.array(fc.nat(1_000)),
        async (sent, order) => {
          const memory = new MemoryAccount(48 * MIB);
          const shares = ['a', 'b', 'c'].map((name) => memory.of(name));
          const waiting = shares.map(() => false);
          const wait = (index: number) => {
            const share = shares[index]!;
            waiting[index] = share.isFull;
            if (waiting[index]) share.whenRoom(() => wait(index));
          };
          const kept = sent.map(([index, mebibytes]) => {
            shares[index]!.add(mebibytes * MIB);
            if (!waiting[index]) wait(index);
            return () => shares[index]!.add(-mebibytes * MIB);
          });
          for (let i = 0; kept.length > 0; i++) {
            kept.splice((order[i] ?? 0) % kept.length, 1)[0]!();
            for (let turns = 0; turns < 3; turns++) await turn();
            for (const [index, share] of shares.entries())
              if (!share.isFull) expect(waiting[index]).toBe(false);
          }
        },
      ),
    ));
});
