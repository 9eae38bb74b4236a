import { describe, expect, it } from '@jest/globals';
import type { Figure } from '../bench.ts';
import { chartOf } from './chart.ts';

const figure: Figure = {
  ...{ bench: 'bulk', what: 'sync & insert', unit: 'records/s', service: 800, against: 1_000, ratio: 0.8 },
  target: { atLeast: 0.4 },
};
const absolute = { bench: 'uploads', what: 'memory', unit: 'MB', against: null, ratio: null };
const missed: Figure = { ...absolute, service: 1_600, target: { atMost: 800 } };

/** The bars' positions, from left to right. */
function barsOf(svg: string) {
  return [...svg.matchAll(/<rect class="(met|missed)" x="(\d+)" y="\d+" width="(\d+)"/g)].map(
    ([, sign, x, width]) => ({ sign, from: Number(x), to: Number(x) + Number(width) }),
  );
}

describe('the chart', () => {
  it('draws a met goal to the right and a missed one to the left, at equal distance for equal ratios', () => {
    const svg = chartOf([figure, missed], '');
    const [met, miss] = barsOf(svg);
    const goal = Number(/class="goal" x1="(\d+)"/.exec(svg)?.[1]);
    expect(met).toMatchObject({ sign: 'met', from: goal });
    expect(miss).toMatchObject({ sign: 'missed', to: goal });
    const [right, left] = [(met?.to ?? 0) - goal, goal - (miss?.from ?? 0)];
    expect(right).toBeGreaterThan(20);
    expect(Math.abs(right - left)).toBeLessThanOrEqual(1); // twice as good, half as good
  });

  it('shows by a sign and a figure what the colour shows', () => {
    const svg = chartOf([figure, missed], '');
    expect(svg).toContain('✓ 0.80 (≥ 0.4)');
    expect(svg).toContain('✗ 1,600 MB (≤ 800 MB)');
  });

  it('keeps bars within the picture for any figures', () => {
    const bars = [0, 1e-9, 1e9].map((service) => ({ ...missed, service }));
    const svg = chartOf(bars, '');
    const width = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
    for (const { from, to } of barsOf(svg)) {
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThan(width);
    }
    expect(barsOf(svg).map(({ sign }) => sign)).toEqual(['met', 'met', 'missed']);
  });

  it('writes text as text, whatever is in it', () => {
    const svg = chartOf([{ ...figure, what: '<script>"x" & y' }], 'a < b');
    expect(svg).not.toContain('<script>');
    expect(svg).toContain('bulk: &#60;script&#62;&#34;x&#34; &#38; y</text>');
    expect(svg).toContain('a &#60; b');
  });

  it('is readable on light and dark backgrounds', () => {
    expect(chartOf([figure], '')).toMatch(/@media \(prefers-color-scheme: dark\) {[^@]*\.met {/);
  });
});
