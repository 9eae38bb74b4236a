import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, InvalidConfig, loadConfig } from '@furrow/platform';
import { Refusal } from './refusal.ts';

/** Where a started system listens, as it tells in `$FURROW_HOME/ready.json`. */
export interface RunningSystem {
  readonly config: Config;
  readonly apiUrl: string;
  readonly iotUrl: string;
  readonly mqttUrl: string;
}

/** @throws Refusal when none runs */
export function runningSystem(): RunningSystem {
  const config = configuration();
  try {
    const ready = JSON.parse(readFileSync(join(config.home, 'ready.json'), 'utf8')) as RunningSystem;
    return { config, apiUrl: ready.apiUrl, iotUrl: ready.iotUrl, mqttUrl: ready.mqttUrl };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Refusal(`Furrow is not running in ${config.home}: start it with npm start.`);
  }
}

function configuration(): Config {
  const { NODE_ENV: _production, ...env } = process.env;
  try {
    // What production insists on is for the services; this asks for the database alone.
    return loadConfig(env);
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    throw new Refusal(error.message);
  }
}
