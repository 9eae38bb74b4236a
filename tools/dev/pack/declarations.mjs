import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the types of libraries beside their built files: `<staging>/<name>/dist/**.d.ts`.
 *
 * @param {string} root of the workspace
 * @param {string[]} names of the libraries
 * @param {string} staging
 */
export function writeDeclarations(root, names, staging) {
  const emitted = mkdtempSync(join(staging, 'types-'));
  const config = join(emitted, 'tsconfig.json');
  const sources = names.map((name) => join(root, 'libs', name, 'src'));
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        ...{ noEmit: false, declaration: true, emitDeclarationOnly: true },
        noCheck: true, // `npm test` checks types, and a check takes nearly half of the time
        ...{ rootDir: root, outDir: emitted, typeRoots: [join(root, 'node_modules/@types')] },
      },
      include: sources.map((src) => join(src, '**/*.ts')),
      exclude: sources.flatMap((src) =>
        ['**/*.spec.ts', '**/*.int-spec.ts', 'testing'].map((out) => join(src, out)),
      ),
    }),
  );
  // Types without a name in adapters are reported, but written; if nothing is, the copies below fail.
  spawnSync(join(root, 'node_modules/.bin/tsc'), ['--project', config]);
  for (const name of names) {
    const src = join(emitted, 'libs', name, 'src');
    cpSync(src, join(staging, name, 'dist'), {
      recursive: true,
      filter: (file) => file !== join(src, 'testing'),
    });
  }
  rmSync(emitted, { recursive: true });
}
