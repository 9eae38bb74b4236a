import { beforeAll, describe, it } from '@jest/globals';
import { SecurityRun } from './security-run.ts';

// Apart from the other suites, because these two have installations of their own.
describe('npm run security two-step loops', () => {
  let done: SecurityRun;
  beforeAll(async () => {
    done = await SecurityRun.of('two-step', 'loops');
  });

  it('state that a company has made multiplies with no small input, also after a restart', () =>
    done.expectClean(1, 'two-step'));
  it('many clients of one company leave room for another one', () => done.expectClean(2, 'loops'));
});
