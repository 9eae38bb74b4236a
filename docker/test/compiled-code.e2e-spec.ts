import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DOCKER, textOf } from './harness/compose.ts';

const dockerfile = textOf('Dockerfile');
const stageOf = (target: string) =>
  dockerfile.split(/^FROM /m).find((stage) => stage.includes(` AS ${target}\n`))!;
/** The last instruction of this kind, as its list of words. */
const wordsOf = (stage: string, instruction: string) =>
  JSON.parse(
    [...stage.matchAll(new RegExp(`^${instruction} (\\[.*\\])$`, 'gm'))].at(-1)?.[1] ?? '[]',
  ) as string[];

describe('the image', () => {
  it.each([
    ['api', 'apps/api', 'CMD'],
    ['iot-gateway', 'apps/iot-gateway', 'CMD'],
    ['furrow', 'tools/furrow', 'ENTRYPOINT'],
  ])('%s contains the compiled code that its program runs', async (target, folder, start) => {
    const [node, ...compile] = wordsOf(stageOf(target), 'RUN');
    const [program, ...run] = wordsOf(stageOf(target), start);
    expect([node, program, compile]).toEqual(['node', 'node', [...run, '--version']]);

    const cache = await mkdtemp(join(tmpdir(), 'furrow-compiled-'));
    try {
      const cwd = join(DOCKER, '..', folder);
      const env = { ...process.env, NODE_COMPILE_CACHE: cache };
      execFileSync(process.execPath, compile, { cwd, env });
      const compiled = await readdir(cache, { recursive: true });
      const { stdout, stderr } = spawnSync(process.execPath, [...run, '--version'], {
        ...{ cwd, encoding: 'utf8' },
        env: { ...env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
      });
      expect(stdout + stderr).toMatch(/bundle\/main\.js was accepted/);
      expect(stdout + stderr).not.toMatch(/was rejected|not found/);
      expect(await readdir(cache, { recursive: true })).toEqual(compiled);
    } finally {
      await rm(cache, { recursive: true, force: true });
    }
  });

  it('has a folder for it that belongs to the user of the programs', () => {
    const runtime = stageOf('runtime');
    const [, folder = ''] = /^ENV NODE_COMPILE_CACHE=(\S+)$/m.exec(runtime) ?? [];
    expect(folder).toMatch(/^\/var\/cache\//);
    expect(runtime).toMatch(
      new RegExp(`mkdir -p [^&]*${folder}\\b[^&]*&& chown -R node:node [^&\\n]*${folder}\\n`),
    );
    expect(runtime.indexOf('ENV NODE_COMPILE_CACHE')).toBeLessThan(runtime.indexOf('USER node'));
  });
});
