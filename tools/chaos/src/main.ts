import 'reflect-metadata';
import { runProgram, stopOnSignals, whole } from '@furrow/program';
import { Command } from 'commander';
import { chaos } from './chaos.ts';
import { tableOf } from './table.ts';
import { problemsOf } from './verdict.ts';

interface Options {
  readonly kills: number;
  readonly quick: boolean;
  readonly seed?: number;
  readonly clients: number;
  readonly devices: number;
  readonly json: boolean;
}

const QUICK_KILLS = 2;
/** A silent line is given up sooner in the short run. */
const QUICK_STATEMENT_SECONDS = 4;
const OUTAGE_MS = { whole: 10_000, quick: 2_000 };

const program = new Command('npm run chaos --')
  .description(
    'Kills the API, the gateway and PostgreSQL again and again with kill -9 while phones and stations work, cuts and ' +
      'holds up their connections or lets them fall silent, freezes and stops PostgreSQL, makes it read-only, fills its ' +
      'disk, locks tables until the pool is full, and counts ' +
      'afterwards what was acknowledged, refused or neither against what is there. It runs on a system of its own in a ' +
      'temporary folder. Exit code 0 when nothing was lost, doubled or left half done, 1 when something was.',
  )
  .option('--kills <n>', 'kills of each of the three', whole(1, 10_000), 100)
  .option('--quick', `the short run: ${QUICK_KILLS} kills of each, shorter outages`, false)
  .option('--seed <n>', 'repeats the blows and what the phones want of an earlier run', whole(0, 2 ** 31))
  .option('--clients <n>', 'phones', whole(1, 200), 12)
  .option('--devices <n>', 'stations', whole(1, 200), 6)
  .option('--json', 'the report as one JSON document on stdout', false)
  .action((options: Options) => main(options));

await runProgram(program);

async function main({
  kills,
  quick,
  seed = Math.floor(Math.random() * 100_000),
  clients,
  devices,
  json,
}: Options) {
  const say = (line: string) => {
    const seconds = Math.round(performance.now() / 1_000);
    process.stderr.write(`${String(seconds).padStart(5)} s  ${line}\n`);
  };
  const stopping = stopOnSignals();
  try {
    const wish = {
      ...{ seed, clients, devices },
      kills: quick ? QUICK_KILLS : kills,
      outageMs: quick ? OUTAGE_MS.quick : OUTAGE_MS.whole,
      stops: quick ? 1 : 10,
      ...(quick && { statementSeconds: QUICK_STATEMENT_SECONDS }),
    };
    say(`Seed ${seed}.`);
    const report = await chaos(wish, { stopping, say });
    const problems = problemsOf(report);
    process.stdout.write(`${json ? JSON.stringify({ ...report, problems }, null, 2) : tableOf(report)}\n`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } catch (error) {
    say(stopping.aborted ? 'Stopped.' : (error as Error).message);
    process.exitCode = stopping.aborted ? 130 : 1;
  }
  process.exit(); // whatever is still waited for
}
