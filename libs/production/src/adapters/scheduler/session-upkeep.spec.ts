import { beforeEach, expect, it } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import { Logger } from '@nestjs/common';
import { CloseLapsedSessions } from '../../application/close-lapsed-sessions.ts';
import { type SessionKey, Upkeep } from '../../application/ports.ts';
import { OPENED_AT } from '../../testing/builders.ts';
import { SessionUpkeep } from './session-upkeep.ts';

class WatchedUpkeep extends Upkeep {
  readonly refreshed: string[][] = [];
  sweeps = 0;
  recoveries = 0;
  failing = false;
  gate: Promise<void> = Promise.resolve();

  override async closeLapsed(): Promise<number> {
    this.sweeps += 1;
    await this.#pass();
    return 0;
  }

  override async refreshSnapshots(sessions: readonly SessionKey[]): Promise<void> {
    await this.#pass();
    this.refreshed.push(sessions.map(({ sessionId }) => sessionId).sort());
  }

  override async refreshAllSnapshots(): Promise<void> {
    this.recoveries += 1;
    await this.#pass();
  }

  async #pass(): Promise<void> {
    await this.gate;
    if (this.failing) throw new Error('the database is away');
  }
}

let watched: WatchedUpkeep;
let upkeep: SessionUpkeep;

beforeEach(() => {
  Logger.overrideLogger(false);
  watched = new WatchedUpkeep();
  const clock = new FixedClock(OPENED_AT);
  upkeep = new SessionUpkeep(watched, new CloseLapsedSessions(watched, clock), clock);
});

it('refreshes once what was marked, however often', async () => {
  upkeep.mark('acme', ['s1', 's2']);
  upkeep.mark('acme', ['s1']);
  await upkeep.refresh();
  await upkeep.refresh();
  expect(watched.refreshed).toEqual([['s1', 's2']]);
});

it('keeps what it could not refresh, with what was marked meanwhile', async () => {
  let pass = (): void => undefined;
  watched.gate = new Promise((resolve) => (pass = resolve));
  watched.failing = true;
  upkeep.mark('acme', ['s1']);
  const refresh = upkeep.refresh();
  upkeep.mark('acme', ['s2']);
  pass();
  await refresh;
  watched.failing = false;
  await upkeep.refresh();
  expect(watched.refreshed).toEqual([['s1', 's2']]);
});

it('runs one of a kind at a time, and survives a failure', async () => {
  let pass = (): void => undefined;
  watched.gate = new Promise((resolve) => (pass = resolve));
  const runs = [upkeep.sweep(), upkeep.sweep()];
  await new Promise(setImmediate); // the clock is asked first
  expect(watched.sweeps).toBe(1);
  pass();
  await Promise.all(runs);
  watched.failing = true;
  await upkeep.sweep();
  await upkeep.recover();
  expect([watched.sweeps, watched.recoveries]).toEqual([2, 1]);
});

it('looks for what a crash left at the start, and leaves nothing at the end', async () => {
  await upkeep.onApplicationBootstrap();
  expect(watched.recoveries).toBe(1);
  upkeep.mark('acme', ['s1']);
  await upkeep.beforeApplicationShutdown();
  expect(watched.refreshed).toEqual([['s1']]);
  await upkeep.sweep();
  expect(watched.sweeps).toBe(0);
});
