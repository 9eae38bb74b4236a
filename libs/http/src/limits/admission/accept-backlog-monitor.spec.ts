import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, expect, it } from '@jest/globals';
import { AcceptBacklogMonitor } from './accept-backlog-monitor.ts';

const MANY = 4;

let server: EventEmitter;
let backlog: AcceptBacklogMonitor;
const accept = (count: number) => {
  for (let i = 0; i < count; i++) server.emit('connection');
};
beforeEach(() => {
  server = new EventEmitter();
  backlog = new AcceptBacklogMonitor(server as Server, MANY);
});

it('the backlog is full when many connections arrive in every turn for long, until a turn brings few', async () => {
  for (const since = performance.now(); performance.now() - since < 600;) {
    accept(MANY);
    await turn();
  }
  accept(MANY);
  expect(backlog.isBacklogged).toBe(true);
  while (backlog.isBacklogged) await turn();
});

it('the backlog is not full because of many connections at intervals', async () => {
  for (const since = performance.now(); performance.now() - since < 700;) {
    accept(MANY);
    for (let i = 0; i < 3; i++) await turn();
    if (backlog.isBacklogged) break;
  }
  expect(backlog.isBacklogged).toBe(false);
});

it('the backlog is not full because every turn finds a few connections, as after a pause', async () => {
  for (const since = performance.now(); performance.now() - since < 700;) {
    accept(MANY - 1);
    await turn();
    if (backlog.isBacklogged) break;
  }
  expect(backlog.isBacklogged).toBe(false);
});
