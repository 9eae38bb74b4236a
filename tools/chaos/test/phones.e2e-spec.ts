import { expect, it } from '@jest/globals';
import { describeIf } from '@furrow/testbed';
import { isChromiumHere } from '@furrow/testbed/browser';
import { run } from './run.ts';

describeIf(isChromiumHere(), 'chromium', 'a day on phones whose tabs are killed', () => {
  it('counts every bucket once, on phones and in the office, and pays exactly', async () => {
    const { text } = await run('phones', '--quick', '--seed', '7', '--json');
    const report = JSON.parse(text) as {
      problems: string[];
      phones: { kills: number; again: number; voids: number }[];
      pay: { due: number }[];
    };
    expect(report.problems).toEqual([]);
    expect(report.phones).toHaveLength(2);
    for (const { voids } of report.phones) expect(voids).toBe(1);
    expect(report.pay.every(({ due }) => due > 0)).toBe(true);
  });
});
