import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { describe } from '@jest/globals';

/** Debian keeps servers where not every user's PATH looks. */
export const SERVER_PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`;

const ENSURE = fileURLToPath(new URL('../../../../../tools/dev/testing/debian-servers.mjs', import.meta.url));

/**
 * Describes what can only be tried with a package of Debian's, which is installed where it is missing and may be.
 * Where it may not, these tests are skipped under names that say why: `npm test` ends with a list of them.
 */
export function describeWith(
  debianPackage:
    'redis-server' | 'mosquitto' | 'mosquitto-clients' | 'nginx-light' | 'postgresql' | 'python3-paho-mqtt',
  title: string,
  tests: () => void,
): void {
  const { status } = spawnSync(process.execPath, [ENSURE, debianPackage], { stdio: 'inherit' });
  describeIf(status === 0, debianPackage, title, tests);
}

/** Like `describeWith`, for a program that its user looks for. */
export function describeIf(isHere: boolean, program: string, title: string, tests: () => void): void {
  // Programs that run without Jest load this module too, so it takes Jest's global when it is called.
  const jest = globalThis as unknown as { readonly describe: typeof describe };
  if (isHere) jest.describe(title, tests);
  // tools/dev/testing/skipped.mjs looks for these words.
  else jest.describe.skip(`${title} [needs ${program}, which is missing here]`, tests);
}
