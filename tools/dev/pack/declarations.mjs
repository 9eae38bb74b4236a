import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ts from 'typescript';

/**
 * Writes the types of libraries beside their built files: `<staging>/<name>/dist/**.d.ts`.
 *
 * @param {string} root of the workspace
 * @param {string[]} names of the libraries
 * @param {string} staging
 */
export function writeDeclarations(root, names, staging) {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.config.compilerOptions, root);
  const emitted = mkdtempSync(join(staging, 'types-'));
  const program = ts.createProgram({
    rootNames: names.flatMap((name) =>
      ts.sys.readDirectory(
        join(root, 'libs', name, 'src'),
        ['.ts'],
        ['**/*.spec.ts', '**/*.int-spec.ts', '**/testing'],
      ),
    ),
    options: {
      ...options,
      ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, removeComments: false },
      noCheck: true, // `npm test` checks types, and a check takes nearly half of the time
      ...{ rootDir: root, outDir: emitted },
    },
  });
  program.emit();
  for (const name of names) {
    const src = join(emitted, 'libs', name, 'src');
    cpSync(src, join(staging, name, 'dist'), {
      recursive: true,
      filter: (file) => relative(src, file).split(sep)[0] !== 'testing',
    });
  }
  rmSync(emitted, { recursive: true });
}
