import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { runningSystem } from './running-system.ts';

const before = process.env['FURROW_HOME'];
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'furrow-simulate-'));
  process.env['FURROW_HOME'] = home;
});
afterEach(() => {
  rmSync(home, { recursive: true });
  if (before === undefined) delete process.env['FURROW_HOME'];
  else process.env['FURROW_HOME'] = before;
});

const NONE_RUNS = () => `Furrow is not running in ${home}: start it with npm start.`;
/** The id of no process: higher than any system assigns. */
const NOBODY = 2 ** 30;

it('where no system runs the message says only that', () => {
  expect(runningSystem).toThrow(NONE_RUNS());
});

it('a killed system counts as not running', () => {
  writeFileSync(join(home, 'ready.json'), JSON.stringify({ apiUrl: 'http://127.0.0.1:1', pid: NOBODY }));
  expect(runningSystem).toThrow(NONE_RUNS());
});
