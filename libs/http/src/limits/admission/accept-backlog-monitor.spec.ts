import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, expect, it } from '@jest/globals';
import { AcceptBacklogMonitor } from './accept-backlog-monitor.ts';

let server: EventEmitter;
let backlog: AcceptBacklogMonitor;
beforeEach(() => {
  server = new EventEmitter();
  backlog = new AcceptBacklogMonitor(server as Server);
});

it('the backlog is full when connections arrive in every turn for long, until a turn brings none', async () => {
  for (const since = performance.now(); performance.now() - since < 600;) {
    server.emit('connection');
    await turn();
  }
  server.emit('connection');
  expect(backlog.isBacklogged).toBe(true);
  while (backlog.isBacklogged) await turn();
});

it('the backlog is not full because of many connections at intervals', async () => {
  for (const since = performance.now(); performance.now() - since < 700;) {
    server.emit('connection');
    for (let i = 0; i < 3; i++) await turn();
    if (backlog.isBacklogged) break;
  }
  expect(backlog.isBacklogged).toBe(false);
});
