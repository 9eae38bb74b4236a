import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Absent while a build is under way and after one that did not finish.
const STAMP = 'node_modules/.furrow-built';

/** @param {string} root */
export function isBuilt(root) {
  return existsSync(join(root, STAMP)) && existsSync(join(root, 'tools/furrow/dist/main.js'));
}

/**
 * Builds every package whose sources changed since its last build.
 *
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @param {import('./install.mjs').Run} run
 * @param {(progress: string) => void} [told]
 */
export async function build(root, env, run, told) {
  rmSync(join(root, STAMP), { force: true });
  const { code, output } = await run(
    join(root, 'node_modules/.bin/nx'),
    ['run-many', '-t', 'build', '--outputStyle=static'],
    {
      cwd: root,
      env: { ...env, NX_TUI: 'false', NX_DAEMON: 'false', FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
    (soFar) => told?.(`built ${soFar.match(/nx run \S+:build/g)?.length ?? 0}`),
  );
  if (code !== 0) throw new Error(`${output.trim()}\nThe build failed.`);
  writeFileSync(join(root, STAMP), new Date().toISOString());
}
