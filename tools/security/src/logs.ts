import { keptSecrets, secretsIn } from '@furrow/testbed';
import type { Check } from '@furrow/program';
import type { Stage } from './stage/stage.ts';

/** Searches all logs of the run for every secret created in it. */
export function secretsInLogs({ logs }: Stage): Check[] {
  return Object.entries(logs).map(([whose, log]) => ({
    ...{ suite: 'logs', what: `no secret in the log of ${whose}`, asked: keptSecrets() },
    problems: secretsIn(log).map((secret) => `it contains ${secret}`),
    detail: `${Math.ceil(log.length / 1_024).toLocaleString('en')} kB`,
  }));
}
