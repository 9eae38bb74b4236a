import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const BENCH = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const BENCHES = [
  'bulk',
  'gateway',
  'growth',
  'harvest',
  'locate',
  'overload',
  'phytosanitary',
  'series',
  'single',
  'uploads',
  'workers',
];

interface Told {
  readonly bench: string;
  readonly service: number;
  readonly ratio: number | null;
  readonly growth?: { readonly slope: number };
  readonly met: null;
}

describe('the bench', () => {
  it('runs them all, prints a figure and its goal for everything it measures, and keeps them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'furrow-bench-saved-'));
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [BENCH, '--quick', '--json', '--save', folder],
      { env: { ...process.env, DATABASE_URL: '', NODE_OPTIONS: '' } },
    );
    const figures = JSON.parse(stdout) as Told[];
    expect([...new Set(figures.map(({ bench }) => bench))]).toEqual(BENCHES);
    for (const { service, ratio, met } of figures) {
      expect(Number.isFinite(service)).toBe(true);
      expect(ratio === null || ratio > 0).toBe(true);
      expect(met).toBeNull();
    }
    const of = (name: string) => figures.filter(({ bench }) => bench === name);
    expect(stderr).toMatch(/against Mosquitto [\d.]+|Mosquitto is not installed/);
    expect(of('gateway')).toHaveLength(stderr.includes('Mosquitto is not installed') ? 2 : 6);
    for (const { growth } of of('growth')) expect(growth?.slope).toEqual(expect.any(Number));

    expect((await readdir(folder)).toSorted()).toEqual(['chart.svg', 'latest.json']);
    const saved = JSON.parse(await readFile(join(folder, 'latest.json'), 'utf8')) as object[];
    expect(saved).toMatchObject(BENCHES.map((bench) => ({ bench, measured: { quick: true } })));
    await rm(folder, { recursive: true });
  }, 600_000);

  it('says which benches there are', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [BENCH, '--help']);
    for (const bench of BENCHES) expect(stdout).toMatch(new RegExp(`^ +${bench} `, 'm'));
    await expect(promisify(execFile)(process.execPath, [BENCH, 'nothing'])).rejects.toMatchObject({
      code: 1,
    });
  });
});
