import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Figure } from '../bench.ts';
import type { SavedBench } from './machine.ts';
import { save } from './saved.ts';

const measured = {
  ...{ date: '2026-03-05T10:00:00.000Z', commit: 'abc1234', cores: 2, processor: 'CPU', memoryGiB: 8 },
  ...{ node: '24.0.0', postgres: '18.1', loadBefore: 0.5, quick: false },
};

function saved(bench: string, service: number, growth?: Figure['growth']): SavedBench {
  const figure: Figure = {
    ...{ bench, what: 'it', unit: 'ms', service, against: null, ratio: null, target: { atMost: 10 } },
    ...(growth && { growth }),
  };
  return { bench, measured, figures: [figure] };
}

describe('saving figures', () => {
  let docs: string;
  const read = (file: string) => readFile(join(docs, file), 'utf8');

  beforeAll(async () => {
    docs = await mkdtemp(join(tmpdir(), 'furrow-saved-'));
    await mkdir(join(docs, 'benchmarks'));
    const marked = (name: string) =>
      `<!-- ${name}: written by npm run bench -- --save -->\nold\n<!-- end of ${name} -->`;
    await writeFile(
      join(docs, 'performance.md'),
      `# Before\n\n${marked('figures')}\n\nBetween\n\n${marked('growth')}\n`,
    );
    await save(join(docs, 'benchmarks'), [saved('workers', 7), saved('bulk', 8)]);
  });
  afterAll(() => rm(docs, { recursive: true }));

  it('replaces those of the benches that ran, and keeps the others', async () => {
    await save(join(docs, 'benchmarks'), [saved('bulk', 12)]);
    const benches = JSON.parse(await read('benchmarks/latest.json')) as SavedBench[];
    expect(benches.map(({ bench, figures }) => [bench, figures[0]?.service])).toEqual([
      ['bulk', 12],
      ['workers', 7],
    ]);
    expect(benches[1]?.measured).toEqual(measured);
    const chart = await read('benchmarks/chart.svg');
    expect(chart).toContain('✗ 12 ms');
    expect(chart).toContain('✓ 7 ms');
  });

  it('writes the tables between their marks, and keeps the rest of the document', async () => {
    const points = [
      { rows: 1_000, service: 5, against: 5 },
      { rows: 10_000, service: 6, against: 5 },
    ];
    await save(join(docs, 'benchmarks'), [saved('growth', 6, { slope: 0.0792, points })]);
    const text = await read('performance.md');
    expect(text).toMatch(/^# Before\n[\s\S]*\nBetween\n/);
    expect(text).not.toContain('old');
    expect(text).toMatch(/\| workers \| it\s+\| +7 ms \|/);
    expect(text).toMatch(/\| it\s+\| +5 ms \| +6 ms \| 0\.079 \|/);
    expect(text.match(/<!-- end of/g)).toHaveLength(2);
  });
});
