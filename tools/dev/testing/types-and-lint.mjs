// What `tsc -p .`, `tsc -p apps/console` and `eslint --max-warnings 0 .` say, of the same programs: half of a linter that
// knows types is finding them out.
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
const service = programOf('tsconfig.json');
const consoleOfBrowsers = programOf('apps/console/tsconfig.json');

const eslint = new ESLint({
  overrideConfig: [
    {
      files: ['**/*.ts'],
      languageOptions: { parserOptions: { programs: [service.program], project: null } },
    },
    {
      files: ['apps/console/**/*.{ts,tsx}'],
      languageOptions: { parserOptions: { programs: [consoleOfBrowsers.program], project: null } },
    },
  ],
});
const results = await eslint.lintFiles(['.']);
process.stdout.write(await (await eslint.loadFormatter('stylish')).format(results));
const isClean = results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
process.exitCode = service.isRight && consoleOfBrowsers.isRight && isClean ? 0 : 1;

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
  const wrong = [...config.errors, ...ts.getPreEmitDiagnostics(program)];
  process.stdout.write(ts.formatDiagnostics(wrong, names));
  return { program, isRight: wrong.length === 0 };
}
