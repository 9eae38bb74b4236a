// What `tsc -p .` and `eslint --max-warnings 0 .` say, of one program: half of a linter that knows types is finding them out.
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import ts from 'typescript';

process.chdir(fileURLToPath(new URL('../../..', import.meta.url)));

/** @type {ts.FormatDiagnosticsHost} */
const names = {
  getCurrentDirectory: () => process.cwd(),
  getCanonicalFileName: (name) => name,
  getNewLine: () => '\n',
};
const config = ts.getParsedCommandLineOfConfigFile('tsconfig.json', undefined, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (wrong) => {
    throw new Error(ts.formatDiagnostic(wrong, names));
  },
});
if (config === undefined) throw new Error('tsconfig.json cannot be read.');
const program = ts.createProgram({ rootNames: config.fileNames, options: config.options });
const wrong = [...config.errors, ...ts.getPreEmitDiagnostics(program)];
process.stdout.write(ts.formatDiagnostics(wrong, names));

const eslint = new ESLint({
  overrideConfig: {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { programs: [program], project: null } },
  },
});
const results = await eslint.lintFiles(['.']);
process.stdout.write(await (await eslint.loadFormatter('stylish')).format(results));
const isClean = results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
process.exitCode = wrong.length === 0 && isClean ? 0 : 1;
