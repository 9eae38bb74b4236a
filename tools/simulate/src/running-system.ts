import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, InvalidConfig, loadConfig } from '@furrow/config';
import { Refusal } from './refusal.ts';

/** The addresses of a started system, from `$FURROW_HOME/ready.json`. */
export interface RunningSystem {
  readonly config: Config;
  readonly apiUrl: string;
  readonly iotUrl: string;
  readonly mqttUrl: string;
}

interface Ready extends Omit<RunningSystem, 'config'> {
  /** The process that runs it. */
  readonly pid: number;
}

/** @throws Refusal when none is running */
export function runningSystem(): RunningSystem {
  // Checked before the configuration is loaded, which would only report other missing settings.
  const home = resolve(process.env['FURROW_HOME'] || '.furrow');
  const ready = readyIn(home);
  if (ready === undefined || !isAlive(ready.pid))
    throw new Refusal(`Furrow is not running in ${home}: start it with npm start.`);
  return { config: configuration(), apiUrl: ready.apiUrl, iotUrl: ready.iotUrl, mqttUrl: ready.mqttUrl };
}

function readyIn(home: string): Ready | undefined {
  try {
    return JSON.parse(readFileSync(join(home, 'ready.json'), 'utf8')) as Ready;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** A process that was killed outright leaves its file behind. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function configuration(): Config {
  const { NODE_ENV: _production, ...env } = process.env;
  try {
    // The other settings that production requires are for the services; this program needs the database only.
    return loadConfig(env);
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    throw new Refusal(error.message);
  }
}
