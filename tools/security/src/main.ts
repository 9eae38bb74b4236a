import 'reflect-metadata';
import { runProgram, stopOnSignals, whole } from '@furrow/program';
import { Command } from 'commander';
import { problemsIn, tableOf } from './check.ts';
import { type Wish, run, SUITES } from './run.ts';

const program = new Command('npm run security --')
  .description(
    'Attacks the built service in an installation of its own (PostgreSQL, API and gateway as processes, removed at the\n' +
      'end) and prints what was tried. Exit code 1 on any leak, or on any answer that docs/openapi.json does not foresee.\n\n' +
      Object.entries(SUITES)
        .map(([name, { summary }]) => `  ${name.padEnd(8)} ${summary}`)
        .join('\n') +
      '\n\nThe logs of the run are searched for every secret that was made in it, whatever else is run.',
  )
  .argument('[suite...]', 'which of them; all when none is named')
  .option('--quick', 'fewer requests and sockets, in a minute', false)
  .option('--json', 'the checks as one JSON document on stdout', false)
  .option('--seed <n>', 'the same seed makes the same requests', whole(0), Date.now() % 2 ** 31)
  .option('--requests <n>', 'how many the fuzzer makes at least (default: 20000, quick: 300)', whole(1))
  .option('--sockets <n>', 'how many say nothing at once (default: 10000, quick: 300)', whole(1))
  .option('--shape <text...>', 'cost: only what has one of these in its name, as a problem tells it')
  .action((names: string[], wish: Wish & { json: boolean }) => main(names, wish));

await runProgram(program);

async function main(names: readonly string[], wish: Wish & { json: boolean }): Promise<void> {
  const unknown = names.filter((name) => !(name in SUITES));
  if (unknown.length > 0) program.error(`There is no suite called ${unknown.join(', ')}.`);
  const stopping = stopOnSignals();
  const say = (line: string) => {
    stopping.throwIfAborted();
    process.stderr.write(`${line}\n`);
  };
  try {
    const checks = await run(names, wish, say);
    const problems = problemsIn(checks);
    if (wish.json) process.stdout.write(`${JSON.stringify({ seed: wish.seed, checks }, null, 2)}\n`);
    else {
      const tried = checks
        .reduce((sum, { asked, isSum = false }) => sum + (isSum ? 0 : asked), 0)
        .toLocaleString('en');
      const verdict =
        problems.length === 0 ? `OK: ${tried} tries, nothing got in and nothing got out.` : 'FAILED.';
      process.stdout.write(
        `${[tableOf(checks), '', ...problems, `Seed ${wish.seed}. ${verdict}`].join('\n')}\n`,
      );
    }
    process.exitCode = problems.length === 0 ? 0 : 1;
  } catch (error) {
    if (!stopping.aborted) throw error;
    process.stderr.write('Stopped.\n');
    process.exitCode = 130;
  }
}
