import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import { PLAIN_ENVIRONMENT } from '@furrow/testbed';

const SECURITY = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const SEED = '7';

interface Check {
  readonly suite: string;
  readonly what: string;
  readonly asked: number;
  readonly problems: readonly string[];
}

export const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [SECURITY, ...args], {
    env: { ...process.env, ...PLAIN_ENVIRONMENT, NODE_OPTIONS: '' },
  });

/** What a quick run of some suites has found. */
export class SecurityRun {
  private constructor(private readonly checks: readonly Check[]) {}

  static async of(...suites: string[]): Promise<SecurityRun> {
    const { stdout } = await run(
      ...suites,
      ...['--seed', process.env['FURROW_TEST_SEED'] ?? SEED, '--quick', '--busy'],
      ...['--requests', '200', '--sockets', '200', '--json'],
    ).catch(
      // It prints its results on stdout also when it fails.
      (error: unknown) => {
        const failed = error as { stdout: string; stderr: string };
        if (failed.stdout === '') throw new Error(failed.stderr);
        return failed;
      },
    );
    return new SecurityRun((JSON.parse(stdout) as { checks: Check[] }).checks);
  }

  /** @param what one kind of check; without it, all of the suite */
  expectClean(least: number, suite: string, what?: string): void {
    const found = this.checks.filter(
      (check) => check.suite === suite && (what === undefined || check.what === what),
    );
    expect(found.length).toBeGreaterThanOrEqual(least);
    for (const { what, asked, problems } of found) {
      expect({ what, problems }).toEqual({ what, problems: [] });
      expect({ what, tried: asked > 0 }).toEqual({ what, tried: true });
    }
  }
}
