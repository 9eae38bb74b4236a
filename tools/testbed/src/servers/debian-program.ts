import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { describe } from '@jest/globals';

/** Debian installs servers in folders that are not on every user's PATH. */
export const SERVER_PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`;

const ENSURE = fileURLToPath(new URL('../../debian-servers.mjs', import.meta.url));

/**
 * Describes tests that need a Debian package, which is installed if it is missing and that is allowed. Otherwise these
 * tests are skipped under names that say why: `npm test` ends with a list of them.
 */
export function describeWith(
  debianPackage:
    | 'redis-server'
    | 'mosquitto'
    | 'mosquitto-clients'
    | 'nginx-light'
    | 'postgresql'
    | 'jq'
    | 'poppler-utils'
    | 'zbar-tools'
    | 'python3-paho-mqtt',
  title: string,
  tests: () => void,
): void {
  const { status } = spawnSync(process.execPath, [ENSURE, debianPackage], { stdio: 'inherit' });
  describeIf(status === 0, debianPackage, title, tests);
}

/** Like `describeWith`, for a program that the caller looks for. */
export function describeIf(isHere: boolean, program: string, title: string, tests: () => void): void {
  // Programs that run without Jest load this module too, so it reads Jest's global when it is called.
  const jest = globalThis as unknown as { readonly describe: typeof describe };
  if (isHere) jest.describe(title, tests);
  // tools/dev/testing/skipped.mjs searches for these words.
  else jest.describe.skip(`${title} [needs ${program}, which is missing here]`, tests);
}
