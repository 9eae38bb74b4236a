// `npm run pack`: the ground floor and every context as tarballs, for whoever wants a domain without the rest.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTEXTS } from './contexts.mjs';
import { writeDeclarations } from './pack/declarations.mjs';
import { publishedManifest } from './pack/manifest.mjs';

const HELP = `npm run pack [-- FOLDER]   packs the kernel, the platform and every context into FOLDER (dist/packages when none is named)

  For a context's domain install its tarball and the kernel's; its README has an example to begin with. Its root entry
  needs more: the platform, the contexts it stands on, and NestJS and TypeORM, which are optional peers.`;

const root = fileURLToPath(new URL('../..', import.meta.url));
const [target = join(root, 'dist/packages')] = process.argv.slice(2);
if (target.startsWith('-')) {
  console.log(HELP);
  process.exit(target === '--help' ? 0 : 2);
}

const folder = resolve(process.env.INIT_CWD ?? root, target);
const staging = mkdtempSync(join(tmpdir(), 'furrow-pack-'));
try {
  const names = ['kernel', 'platform', ...Object.keys(CONTEXTS)];
  for (const name of names) {
    const staged = join(staging, name);
    const built = join(root, 'libs', name, 'dist');
    cpSync(built, join(staged, 'dist'), {
      recursive: true,
      filter: (file) => !file.startsWith(join(built, 'testing') + sep) && !file.endsWith('.map'),
    });
    cpSync(join(root, 'libs', name, 'README.md'), join(staged, 'README.md'));
    writeFileSync(
      join(staged, 'package.json'),
      JSON.stringify(publishedManifest(join(root, 'libs', name)), null, 2),
    );
  }
  writeDeclarations(root, names, staging);
  mkdirSync(folder, { recursive: true });
  execFileSync('npm', ['pack', ...names.map((name) => `./${name}`), '--pack-destination', folder], {
    cwd: staging,
    stdio: ['ignore', 'inherit', 'ignore'],
  });
} finally {
  rmSync(staging, { recursive: true, force: true });
}
