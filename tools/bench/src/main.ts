import { fileURLToPath } from 'node:url';
import { runProgram, stopOnSignals } from '@furrow/program';
import { Command } from 'commander';
import { type Figure, isMet, type Scale } from './bench.ts';
import { benches } from './benches/index.ts';
import { measure } from './measure.ts';
import { save } from './report/saved.ts';
import { growthTableOf, tableOf } from './report/table.ts';
import { Stage } from './stage/stage.ts';

const DOCUMENTED = fileURLToPath(new URL('../../../docs/benchmarks', import.meta.url));

interface Options extends Scale {
  readonly json: boolean;
  readonly save?: string | true;
}

const say = (line: string) => process.stderr.write(`${line}\n`);
const count = (text: string) => Math.max(1, Math.floor(Number(text)) || 1);

const program = new Command('npm run bench --')
  .description(
    'Measures the built service against baselines for the same work in the same run, on a temporary database.\n' +
      'Exit code 1 when a goal is missed or a bench fails.\n\n' +
      benches.map(({ name, summary }) => `  ${name.padEnd(13)} ${summary}`).join('\n'),
  )
  .argument('[name...]', 'benches to run (default: all)')
  .option('--json', 'print the figures as a single JSON document', false)
  .option('--save [folder]', 'save the figures with a chart, and update docs/performance.md')
  .option('--quick', 'a short run that only tests the program; its figures are meaningless', false)
  .option('--rounds <n>', 'number of measured rounds', count, 5)
  .option('--up-to <rows>', 'largest table of the growth bench', Number, 1e7)
  .showHelpAfterError()
  .action((names: string[], options: Options) => run(names, options));

await runProgram(program);

async function run(names: readonly string[], options: Options): Promise<void> {
  const unknown = names.filter((name) => !benches.some((bench) => bench.name === name));
  if (unknown.length > 0) program.error(`There is no bench called ${unknown.join(', ')}.`);
  const chosen = benches.filter((bench) => names.length === 0 || names.includes(bench.name));
  const { quick } = options;
  const scale = { ...options, rounds: quick ? 1 : options.rounds };

  // On Ctrl-C the child processes end too; later failures are then expected, and the stage is closed as usual.
  const stopping = stopOnSignals();
  const stage = await Stage.open({ stopping, say });
  try {
    const { measured, failed } = await measure(chosen, stage, scale, { stopping, say });
    print(
      measured.flatMap(({ figures }) => figures),
      options,
    );
    const names = benches.map(({ name }) => name);
    if (options.save !== undefined)
      await save(options.save === true ? DOCUMENTED : options.save, measured, names);
    if (failed.length > 0) say(`Failed: ${failed.join(', ')}.`);
    const missed = !quick && measured.some(({ figures }) => !figures.every(isMet));
    process.exitCode = missed || failed.length > 0 ? 1 : 0;
  } finally {
    await stage.close();
  }
  if (stopping.aborted) {
    say('Stopped.');
    process.exit(130); // pending work may never finish
  }
}

function print(figures: readonly Figure[], { json, quick }: Options): void {
  const verdicts = figures.map((figure) => ({ ...figure, met: quick ? null : isMet(figure) }));
  const tables = [tableOf(figures, !quick), growthTableOf(figures)].filter(Boolean).join('\n\n');
  process.stdout.write(`${json ? JSON.stringify(verdicts, null, 2) : tables}\n`);
}
