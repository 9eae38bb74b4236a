// What `tsc -p .`, `tsc -p apps/console` and `eslint --max-warnings 0 .` say, of the same programs: half of a linter that
// knows types is finding them out. `types-and-lint.mjs TSCONFIG PATH…` says it of these paths and that program alone.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../..', import.meta.url));
process.chdir(root);
const [tsconfig = 'tsconfig.json', ...paths] = process.argv.slice(2);
// The rule of Nx reads its graph of all projects again for each file, unless ESLint's own command runs it.
process.argv[1] = join(root, 'node_modules/.bin/eslint');

/** @type {ts.FormatDiagnosticsHost} */
const names = {
  getCurrentDirectory: () => process.cwd(),
  getCanonicalFileName: (name) => name,
  getNewLine: () => '\n',
};
const linted = [{ files: ['**/*.ts'], ...programOf(tsconfig) }];
if (paths.length === 0)
  linted.push({ files: ['apps/console/**/*.{ts,tsx}'], ...programOf('apps/console/tsconfig.json') });

const eslint = new ESLint({
  overrideConfig: linted.map(({ files, program }) => ({
    files,
    languageOptions: { parserOptions: { programs: [program], project: null } },
  })),
});
const results = await eslint.lintFiles(paths.length === 0 ? ['.'] : paths);
process.stdout.write(await (await eslint.loadFormatter('stylish')).format(results));
const isClean = results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
process.exitCode = linted.every(({ isRight }) => isRight) && isClean ? 0 : 1;

/** @param {string} file a tsconfig.json; prints TypeScript's diagnostics */
function programOf(file) {
  const config = ts.getParsedCommandLineOfConfigFile(file, undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (wrong) => {
      throw new Error(ts.formatDiagnostic(wrong, names));
    },
  });
  if (config === undefined) throw new Error(`${file} cannot be read.`);
  const program = ts.createProgram({ rootNames: config.fileNames, options: config.options });
  const asked =
    paths.length === 0 ? [undefined] : config.fileNames.map((name) => program.getSourceFile(name));
  const wrong = [...config.errors, ...asked.flatMap((source) => ts.getPreEmitDiagnostics(program, source))];
  process.stdout.write(ts.formatDiagnostics(wrong, names));
  return { program, isRight: wrong.length === 0 };
}
