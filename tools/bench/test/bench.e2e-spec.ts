import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const BENCH = fileURLToPath(new URL('../dist/main.js', import.meta.url));

describe('the bench', () => {
  it('runs, and prints a figure and its target for everything it measures', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [BENCH, 'bulk', 'harvest', 'locate', 'single', 'uploads', 'workers', '--quick', '--json'],
      {
        env: { ...process.env, DATABASE_URL: '', NODE_OPTIONS: '' },
      },
    );
    const figures = JSON.parse(stdout) as {
      bench: string;
      service: number;
      ratio: number | null;
      met: null;
    }[];
    expect(figures.map(({ bench }) => bench)).toEqual([
      'bulk',
      'bulk',
      'harvest',
      'harvest',
      'harvest',
      'locate',
      'single',
      'uploads',
      'uploads',
      'workers',
      'workers',
    ]);
    for (const { service, ratio, met } of figures) {
      expect(Number.isFinite(service)).toBe(true);
      expect(ratio === null || ratio > 0).toBe(true);
      expect(met).toBeNull();
    }
  }, 120_000);

  it('measures the gateway, and says so where there is no Mosquitto beside it', async () => {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [BENCH, 'gateway', '--quick', '--json'],
      { env: { ...process.env, DATABASE_URL: '', NODE_OPTIONS: '' } },
    );
    const figures = JSON.parse(stdout) as { what: string; service: number }[];
    expect(stderr).toMatch(/against Mosquitto [\d.]+|Mosquitto is not installed/);
    expect(figures).toHaveLength(stderr.includes('not installed') ? 2 : 5);
    for (const { service } of figures) expect(service).toBeGreaterThan(0);
  }, 120_000);

  it('says which benches there are', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [BENCH, '--help']);
    expect(stdout).toMatch(/bulk[\s\S]*harvest[\s\S]*single/);
    await expect(promisify(execFile)(process.execPath, [BENCH, 'nothing'])).rejects.toMatchObject({
      code: 1,
    });
  });
});
