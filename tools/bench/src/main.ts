import { Command } from 'commander';
import { isMet } from './bench.ts';
import { benches } from './benches/index.ts';
import { Stage } from './stage/stage.ts';
import { tableOf } from './table.ts';

interface Options {
  readonly json: boolean;
  readonly quick: boolean;
  readonly rounds: number;
}

const say = (line: string) => process.stderr.write(`${line}\n`);

const program = new Command('npm run bench --')
  .description(
    'Measures the built service against the same work done directly on PostgreSQL, in the same run, on a database of\n' +
      'its own that is removed at the end. Exit code 1 when a target is missed.\n\n' +
      benches.map(({ name, summary }) => `  ${name.padEnd(8)} ${summary}`).join('\n'),
  )
  .argument('[name...]', 'which benches; all when none is named')
  .option('--json', 'figures as one JSON document on stdout', false)
  .option('--quick', 'a small run that shows that the program works; its figures mean nothing', false)
  .option('--rounds <n>', 'rounds that count', (text) => Math.max(1, Number.parseInt(text, 10) || 1), 5)
  .action((names: string[], options: Options) => run(names, options));

await program.parseAsync();

async function run(names: readonly string[], { json, quick, rounds }: Options): Promise<void> {
  const unknown = names.filter((name) => !benches.some((bench) => bench.name === name));
  if (unknown.length > 0) program.error(`There is no bench called ${unknown.join(', ')}.`);
  const chosen = benches.filter((bench) => names.length === 0 || names.includes(bench.name));

  const stopping = stopOnSignals();
  const stage = await Stage.open({ stopping, say });
  try {
    const scale = quick ? { quick, rounds: 1 } : { quick, rounds };
    const figures = [];
    for (const bench of chosen) {
      say(`${bench.name}: ${bench.summary}`);
      figures.push(...(await bench.run(stage.telling(bench.name), scale)));
    }
    const verdicts = figures.map((figure) => ({ ...figure, met: quick ? null : isMet(figure) }));
    process.stdout.write(`${json ? JSON.stringify(verdicts, null, 2) : tableOf(figures, !quick)}\n`);
    process.exitCode = verdicts.some(({ met }) => met === false) ? 1 : 0;
  } catch (error) {
    if (!stopping.aborted) throw error;
    say('Stopped.');
    process.exitCode = 130;
  } finally {
    await stage.close();
  }
}

/** On Ctrl-C the children end too; what then fails is no news, and the stage is taken down as at any end. */
function stopOnSignals(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => controller.abort());
  return controller.signal;
}
