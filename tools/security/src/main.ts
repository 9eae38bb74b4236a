import 'reflect-metadata';
import { problemsIn, runProgram, stopOnSignals, tableOfChecks, triedIn, whole } from '@furrow/program';
import { Command, Option } from 'commander';
import { type SecurityOptions, run, SUITES } from './run.ts';

type Options = SecurityOptions & { readonly json: boolean; readonly save: boolean };

const program = new Command('npm run security --')
  .description(
    'Attacks the built service in a temporary installation of its own (PostgreSQL, API and gateway as processes) and\n' +
      'prints what was tried. Exit code 1 on any leak, and on any answer that docs/openapi.json does not describe.\n\n' +
      Object.entries(SUITES)
        .map(([name, { summary }]) => `  ${name.padEnd(9)} ${summary}`)
        .join('\n') +
      '\n\nEvery run also searches its logs for all secrets created in it.',
  )
  .argument('[suite...]', 'suites to run (default: all)')
  .option('--quick', 'a run of about a minute, with fewer requests and sockets', false)
  .option('--json', 'print the checks as a single JSON document', false)
  .addOption(
    new Option('--seed <n>', 'repeat the requests of an earlier run')
      .argParser(whole(0))
      .default(Date.now() % 2 ** 31, 'random'),
  )
  .option('--requests <n>', 'minimum number of fuzzed requests (default: 20000, quick: 300)', whole(1))
  .option('--sockets <n>', 'number of concurrent silent sockets (default: 10000, quick: 300)', whole(1))
  .option(
    '--shape <text...>',
    'cost, two-step, loops: only inputs whose name, as printed with a problem, contains one of these',
  )
  .option('--busy', 'this machine has other work: times may be ten times as long', false)
  .option('--save', 'write the figures of the suites that run to docs/security.md; only of a long run', false)
  .action((names: string[], options: Options) => main(names, options));

await runProgram(program);

async function main(names: readonly string[], options: Options): Promise<void> {
  const unknown = names.filter((name) => !(name in SUITES));
  if (unknown.length > 0) program.error(`There is no suite called ${unknown.join(', ')}.`);
  if (options.save && (options.quick || options.busy || options.shape !== undefined))
    program.error('--save is for figures of a long run: leave out --quick, --busy and --shape.');
  const began = performance.now();
  const stopping = stopOnSignals();
  const say = (line: string) => {
    stopping.throwIfAborted();
    process.stderr.write(`${line}\n`);
  };
  try {
    const checks = await run(names, options, say);
    // The hosts got the same signal: what did not answer then is no finding.
    stopping.throwIfAborted();
    const problems = problemsIn(checks);
    if (options.save) {
      const { save } = await import('./report/saved.ts');
      await save(checks, options.seed, (performance.now() - began) / 1_000);
    }
    if (options.json) process.stdout.write(`${JSON.stringify({ seed: options.seed, checks }, null, 2)}\n`);
    else {
      const tried = triedIn(checks).toLocaleString('en');
      const verdict = problems.length === 0 ? `OK: ${tried} tries, no problems found.` : 'FAILED.';
      const lines = [tableOfChecks(checks), '', ...problems, `Seed ${options.seed}. ${verdict}`];
      process.stdout.write(`${lines.join('\n')}\n`);
    }
    process.exitCode = problems.length === 0 ? 0 : 1;
  } catch (error) {
    if (!stopping.aborted) throw error;
    process.stderr.write('Stopped.\n');
    process.exitCode = 130;
  }
}
