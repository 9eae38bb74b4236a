import { describe, expect, it } from '@jest/globals';
import { run } from './run.ts';

const SEED = '7';

describe('a short chaos run', () => {
  it('loses and duplicates nothing, and recovers each time', async () => {
    const { text } = await run('--quick', '--seed', SEED, '--json');
    const report = JSON.parse(text) as {
      problems: string[];
      injected: Record<string, number>;
      untried: string[];
    };
    expect(report.problems).toEqual([]);
    // Without permission to mount, the fault is reported as untried.
    expect((report.injected['full disk of postgres'] ?? 0) + report.untried.length).toBe(1);
    expect(report.injected).toMatchObject({
      ...{ 'kill api': 2, 'kill gateway': 2, 'kill postgres': 2, 'freeze postgres': 1, 'stop postgres': 1 },
      ...{ 'cut line to api': 1, 'hold line to postgres': 1, 'lock sessions': 1 },
      ...{ 'silence line to postgres': 1, 'read-only postgres': 1 },
    });
  });

  it('prints its usage', async () => {
    const help = await run('--help');
    expect(help).toMatchObject({ code: 0, text: expect.stringMatching(/--kills.*gateways.*broker/s) });
    const wrong = await run('--kills', '0');
    expect(wrong).toMatchObject({ code: 1, text: expect.stringContaining('whole number from 1') });
  });
});
