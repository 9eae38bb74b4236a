import { beforeEach, expect, it } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import { Logger } from '@nestjs/common';
import { CloseLapsedSessions } from '../../application/sessions/close-lapsed-sessions.ts';
import { type SessionKey, SessionMaintenance } from '../../application/ports.ts';
import { OPENED_AT } from '../../testing/builders.ts';
import { SessionMaintenanceJob } from './session-maintenance-job.ts';

class WatchedMaintenance extends SessionMaintenance {
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

let watched: WatchedMaintenance;
let maintenance: SessionMaintenanceJob;

beforeEach(() => {
  Logger.overrideLogger(false);
  watched = new WatchedMaintenance();
  const clock = new FixedClock(OPENED_AT);
  maintenance = new SessionMaintenanceJob(watched, new CloseLapsedSessions(watched, clock), clock);
});

it('refreshes once what was marked, however often', async () => {
  maintenance.mark('acme', ['s1', 's2']);
  maintenance.mark('acme', ['s1']);
  await maintenance.refresh();
  await maintenance.refresh();
  expect(watched.refreshed).toEqual([['s1', 's2']]);
});

it('keeps what it could not refresh, with what was marked meanwhile', async () => {
  let pass = (): void => undefined;
  watched.gate = new Promise((resolve) => (pass = resolve));
  watched.failing = true;
  maintenance.mark('acme', ['s1']);
  const refresh = maintenance.refresh();
  maintenance.mark('acme', ['s2']);
  pass();
  await refresh;
  watched.failing = false;
  await maintenance.refresh();
  expect(watched.refreshed).toEqual([['s1', 's2']]);
});

it('runs one of a kind at a time, and survives a failure', async () => {
  let pass = (): void => undefined;
  watched.gate = new Promise((resolve) => (pass = resolve));
  const runs = [maintenance.sweep(), maintenance.sweep()];
  await new Promise(setImmediate); // so that the job has asked the clock for its next run
  expect(watched.sweeps).toBe(1);
  pass();
  await Promise.all(runs);
  watched.failing = true;
  await maintenance.sweep();
  await maintenance.recover();
  expect([watched.sweeps, watched.recoveries]).toEqual([2, 1]);
});

it('looks for what a crash left at the start, and leaves nothing at the end', async () => {
  await maintenance.onApplicationBootstrap();
  expect(watched.recoveries).toBe(1);
  maintenance.mark('acme', ['s1']);
  await maintenance.beforeApplicationShutdown();
  expect(watched.refreshed).toEqual([['s1']]);
  await maintenance.sweep();
  expect(watched.sweeps).toBe(0);
});
