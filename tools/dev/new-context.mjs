// `npm run new-context -- NAME`.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { newContext } from '../new-context/main.mjs';
import { installEnvironment, PNPM } from './bootstrap/install.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
process.exitCode = await newContext(root, process.argv.slice(2), async () => {
  execFileSync('npx', ['--yes', PNPM, 'install', '--no-frozen-lockfile', '--prefer-offline'], {
    cwd: root,
    env: installEnvironment(root),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
});
