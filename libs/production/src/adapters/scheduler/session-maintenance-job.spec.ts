import { beforeEach, expect, it } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import type { BackgroundJob, BackgroundJobs } from '@furrow/jobs';
import { Logger } from '@nestjs/common';
import { CloseLapsedSessions } from '../../application/sessions/close-lapsed-sessions.ts';
import type { ClosedPage, SessionKey, SessionMaintenance } from '../../application/ports.ts';
import { OPENED_AT } from '../../testing/builders.ts';
import { SessionMaintenanceJob } from './session-maintenance-job.ts';

class WatchedMaintenance implements SessionMaintenance {
  readonly refreshed: string[][] = [];
  /** What is set aside. */
  readonly poisoned = new Set<string>();
  sweeps = 0;
  recoveries = 0;
  failing = false;
  gate: Promise<void> = Promise.resolve();

  async closeLapsed(): Promise<ClosedPage> {
    this.sweeps += 1;
    await this.#pass();
    return { closed: 0, next: undefined };
  }

  async refreshSnapshots(sessions: readonly SessionKey[]): Promise<readonly SessionKey[]> {
    await this.#pass();
    const done = sessions.filter(({ sessionId }) => !this.poisoned.has(sessionId));
    this.refreshed.push(done.map(({ sessionId }) => sessionId).sort());
    return sessions.filter((session) => !done.includes(session));
  }

  async refreshAllSnapshots(): Promise<void> {
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
let jobs: Map<string, BackgroundJob>;

beforeEach(() => {
  Logger.overrideLogger(false);
  watched = new WatchedMaintenance();
  const clock = new FixedClock(OPENED_AT);
  jobs = new Map();
  const add = (job: BackgroundJob) => jobs.set(job.name, job);
  const background = { add } as unknown as BackgroundJobs;
  maintenance = new SessionMaintenanceJob(
    watched,
    new CloseLapsedSessions(watched, clock),
    clock,
    background,
  );
});

it('the refresh job refreshes a session once, however often it is marked', async () => {
  maintenance.mark('acme', ['s1', 's2']);
  maintenance.mark('acme', ['s1']);
  await maintenance.refresh();
  await maintenance.refresh();
  expect(watched.refreshed).toEqual([['s1', 's2']]);
});

it('the refresh job keeps what it could not refresh, with what was marked meanwhile', async () => {
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

it('the refresh job keeps what was set aside, and marks no more than ten thousand sessions', async () => {
  watched.poisoned.add('s1');
  maintenance.mark('acme', ['s1', 's2']);
  await maintenance.refresh();
  expect(maintenance.lagSeconds).toBeGreaterThan(0);
  watched.poisoned.clear();
  maintenance.mark(
    'acme',
    Array.from({ length: 10_000 }, (_, i) => `t${i}`),
  );
  await maintenance.refresh();
  expect(watched.refreshed.map(({ length }) => length)).toEqual([1, 10_000]);
  expect(watched.refreshed[1]).toContain('s1');
  expect(maintenance.lagSeconds).toBe(0);
});

it('the refresh job refreshes one batch at a time', async () => {
  let pass = (): void => undefined;
  watched.gate = new Promise((resolve) => (pass = resolve));
  maintenance.mark('acme', ['s1']);
  const first = maintenance.refresh();
  maintenance.mark('acme', ['s2']);
  await maintenance.refresh();
  pass();
  await first;
  expect(watched.refreshed).toEqual([['s1']]);
});

it('the refresh job leaves the sweep, and what a crash left, to the leader', async () => {
  expect([watched.sweeps, watched.recoveries]).toEqual([0, 0]);
  await jobs.get('session sweep')?.run();
  await jobs.get('snapshot recovery')?.run();
  expect([watched.sweeps, watched.recoveries]).toEqual([1, 1]);
});

it('the refresh job leaves nothing stale when it stops', async () => {
  maintenance.mark('acme', ['s1']);
  await maintenance.beforeApplicationShutdown();
  expect(watched.refreshed).toEqual([['s1']]);
});
