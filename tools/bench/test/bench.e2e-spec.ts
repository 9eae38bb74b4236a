import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Environment, PLAIN_ENVIRONMENT, runAlone } from '@furrow/testbed';
import { describe, expect, it } from '@jest/globals';

const BENCH = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const BENCHES =
  `background bulk citus console events exports field forms gateway growth harvest harvest-groups indicators overload pay
  readings rest series shifts single uplinks uploads workers`.split(/\s+/);

/** The others run with `npm run bench -- --quick`, when somebody changes what they measure. */
const RUN = ['growth', 'series'];

interface PrintedFigure {
  readonly bench: string;
  readonly service: number;
  readonly ratio: number | null;
  readonly growth?: { readonly slope: number };
  readonly met: null;
}

describe('the bench', () => {
  it('runs the named ones, prints a figure and its goal for everything they measure, and saves them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'furrow-bench-saved-'));
    const env = { ...process.env, ...PLAIN_ENVIRONMENT, DATABASE_URL: '', NODE_OPTIONS: '' } as Environment;
    const { stdout } = await runAlone(BENCH, [...RUN, '--quick', '--json', '--save', folder], env);
    const figures = JSON.parse(stdout) as PrintedFigure[];
    expect([...new Set(figures.map(({ bench }) => bench))]).toEqual(RUN);
    for (const { service, ratio, met } of figures) {
      expect(Number.isFinite(service)).toBe(true);
      expect(ratio === null || ratio > 0).toBe(true);
      expect(met).toBeNull();
    }
    const of = (name: string) => figures.filter(({ bench }) => bench === name);
    for (const { growth } of of('growth')) expect(growth?.slope).toEqual(expect.any(Number));

    expect((await readdir(folder)).toSorted()).toEqual(['chart.svg', 'latest.json']);
    const saved = JSON.parse(await readFile(join(folder, 'latest.json'), 'utf8')) as object[];
    expect(saved).toMatchObject(RUN.map((bench) => ({ bench, measured: { quick: true } })));
    await rm(folder, { recursive: true });
  });

  it('lists the benches, also when it is asked for another', async () => {
    const { code, stderr } = await runAlone(BENCH, ['nothing'], PLAIN_ENVIRONMENT);
    expect(code).toBe(1);
    expect(stderr).toContain('There is no bench called nothing.');
    for (const bench of BENCHES) expect(stderr).toMatch(new RegExp(`^ +${bench} `, 'm'));
  });
});
