import 'reflect-metadata';
import { runProgram, stopOnSignals, whole } from '@furrow/program';
import { Command } from 'commander';
import { brokerProblems, brokerTable, gatewaysProblems, gatewaysTable } from './fleet/verdict.ts';
import { phonesProblems, phonesTable } from './phones/verdict.ts';
import { tableOf } from './proof/table.ts';
import { problemsOf } from './proof/verdict.ts';

interface Common {
  readonly quick: boolean;
  readonly seed?: number;
  readonly json: boolean;
}

interface Options extends Common {
  readonly kills: number;
  readonly failover: boolean;
  readonly clients: number;
  readonly devices: number;
  readonly pause: number;
}

interface GatewaysOptions extends Common {
  readonly gateways: number;
  readonly devices: number;
  readonly seconds: number;
  readonly every: number;
}

interface BrokerOptions extends Common {
  readonly consumers: number;
  readonly devices: number;
  readonly rounds: number;
  readonly every: number;
}

interface PhonesOptions extends Common {
  readonly pickers: number;
  readonly buckets: number;
  readonly kills: number;
}

const QUICK_KILLS = 2;
const QUICK_FAILOVERS = 5;
const QUICK_GATEWAYS = { gateways: 3, devices: 2_000, seconds: 10, everyMs: 2_000 };
const QUICK_BROKER = { consumers: 2, devices: 50, rounds: 2, everyMs: 200 };
const PHONES = { phones: 2, repeats: 30, noSpace: 4, shared: 40, lost: 3, signals: 20, apiKills: 2 };
const QUICK_PHONES = {
  ...{ pickers: 6, buckets: 3, kills: 4, repeats: 1, noSpace: 1, shared: 2 },
  ...{ lost: 2, signals: 2, apiKills: 0 },
};
/** The short run gives up statements on a silent line sooner. */
const QUICK_STATEMENT_SECONDS = 4;
const OUTAGE_MS = { whole: 10_000, quick: 2_000 };
/** The most acknowledgements between two faults; the short run makes do with less work. */
const APART = { whole: 80, quick: 30 };

const SEED = [
  '--seed <n>',
  'repeat the faults of an earlier run (default: random)',
  whole(0, 2 ** 31),
] as const;
const JSON_REPORT = ['--json', 'print the report as a single JSON document', false] as const;
const EVERY = ['--every <ms>', 'interval between two readings of a device', whole(10, 3_600_000)] as const;

// What a run needs is loaded when it runs, so that the usage is printed at once.
const program = new Command('npm run chaos --')
  .description(
    'Kills the API, the gateway and PostgreSQL repeatedly with kill -9 under load from phones and stations; cuts, ' +
      'delays or silences their connections; freezes and stops PostgreSQL, makes it read-only, fills its disk, and ' +
      'locks tables until the pool is full. Afterwards compares what was acknowledged, refused or left unknown with ' +
      'what is stored. Runs on a temporary system of its own. Exit code 0 when nothing was lost, duplicated or left ' +
      'half done, else 1.',
  )
  .option('--kills <n>', 'kills of each of the three processes', whole(1, 10_000), 100)
  .option('--quick', `a short run: ${QUICK_KILLS} kills of each, shorter outages`, false)
  .option(
    '--failover',
    `instead, kill the primary of a cluster with a synchronous standby behind HAProxy, --kills times; with --quick ${QUICK_FAILOVERS} times`,
    false,
  )
  .option(...SEED)
  .option('--clients <n>', 'number of phones', whole(1, 200), 12)
  .option('--devices <n>', 'number of stations', whole(1, 200), 6)
  .option('--pause <ms>', 'the longest pause of a phone or station', whole(1, 60_000), 20)
  .option(...JSON_REPORT)
  .action((options: Options) => main(options));

// Options after a subcommand belong to it.
program.enablePositionalOptions();
program
  .command('gateways')
  .description(
    'Runs gateways with Redis behind HAProxy and a fleet of devices that send readings, kills one gateway per second with ' +
      'kill -9 and restarts it, and compares what was acknowledged with what is stored.',
  )
  .option('--gateways <n>', 'number of gateways', whole(2, 50), 10)
  .option('--devices <n>', 'number of devices', whole(1, 25_000), 20_000)
  .option('--seconds <n>', 'duration of the kills, one per second', whole(1, 3_600), 60)
  .option(...EVERY, 10_000)
  .option('--quick', 'a short run: 3 gateways, 2,000 devices, 10 seconds', false)
  .option(...SEED)
  .option(...JSON_REPORT)
  .action(async ({ quick, json, seed = randomSeed(), every, ...size }: GatewaysOptions) => {
    const settings = { seed, everyMs: every, ...size, ...(quick && QUICK_GATEWAYS) };
    const { gateways } = await import('./fleet/gateways.ts');
    await reported(seed, json, (context) => gateways(settings, context), gatewaysProblems, gatewaysTable);
  });
program
  .command('broker')
  .description(
    'Connects devices to a persistent Mosquitto from which gateways consume by a shared subscription, kills gateways and ' +
      'the broker with kill -9, stops the broker, and compares what the broker acknowledged with what is stored.',
  )
  .option('--consumers <n>', 'number of gateways', whole(1, 20), 3)
  .option('--devices <n>', 'number of devices', whole(1, 5_000), 200)
  .option('--rounds <n>', 'number of faults of each of the three kinds', whole(1, 1_000), 10)
  .option(...EVERY, 200)
  .option('--quick', 'a short run: 2 gateways, 50 devices, 2 faults of each kind', false)
  .option(...SEED)
  .option(...JSON_REPORT)
  .action(async ({ quick, json, seed = randomSeed(), every, ...size }: BrokerOptions) => {
    const settings = { seed, everyMs: every, ...size, ...(quick && QUICK_BROKER) };
    const { externalBroker } = await import('./fleet/external-broker.ts');
    await reported(seed, json, (context) => externalBroker(settings, context), brokerProblems, brokerTable);
  });
program
  .command('phones')
  .description(
    'Counts a day of 12 hours without signal on two phones in Chromium with wrong clocks, whose tabs are killed between any ' +
      'two steps; scans badges twice, replaces lost ones, shares bins and fills the storage of the phones. Then signal comes and goes. ' +
      'Afterwards compares what was brought with phones, office and pay.',
  )
  .option('--pickers <n>', 'number of pickers', whole(1, 60), 60)
  .option('--buckets <n>', 'number of buckets of each picker', whole(1, 1_000), 90)
  .option('--kills <n>', 'number of tabs to kill before signal comes', whole(0, 10_000), 220)
  .option(
    '--quick',
    `a short run: ${QUICK_PHONES.pickers} pickers, ${QUICK_PHONES.buckets} buckets each`,
    false,
  )
  .option(...SEED)
  .option(...JSON_REPORT)
  .action(async ({ quick, json, seed = randomSeed(), ...size }: PhonesOptions) => {
    const settings = { seed, ...PHONES, ...size, ...(quick && QUICK_PHONES) };
    const { phones } = await import('./phones/phones.ts');
    await reported(seed, json, (context) => phones(settings, context), phonesProblems, phonesTable);
  });

await runProgram(program);

async function main(options: Options) {
  const { kills, quick, seed = randomSeed(), clients, devices, pause: pauseMs, json } = options;
  if (options.failover) {
    const { failover, servedAgain } = await import('./failover.ts');
    const rounds = quick ? QUICK_FAILOVERS : kills;
    await reported(
      seed,
      json,
      (context) => failover({ seed, rounds, clients, devices, pauseMs }, context),
      problemsOf,
      (report) => `${servedAgain(report.servedAfterMs)}\n${tableOf(report)} --failover`,
    );
  }
  const settings = {
    ...{ seed, clients, devices, pauseMs },
    kills: quick ? QUICK_KILLS : kills,
    outageMs: quick ? OUTAGE_MS.quick : OUTAGE_MS.whole,
    apart: quick ? APART.quick : APART.whole,
    stops: quick ? 1 : 10,
    ...(quick && { statementSeconds: QUICK_STATEMENT_SECONDS }),
  };
  const { chaos } = await import('./chaos.ts');
  await reported(seed, json, (context) => chaos(settings, context), problemsOf, tableOf);
}

function randomSeed(): number {
  return Math.floor(Math.random() * 100_000);
}

/** Runs it, prints the report, and exits with 0 when the report has no problems. */
async function reported<Report extends object>(
  seed: number,
  json: boolean,
  run: (context: { stopping: AbortSignal; say: (line: string) => void }) => Promise<Report>,
  problemsIn: (report: Report) => string[],
  tableFor: (report: Report) => string,
): Promise<never> {
  const say = (line: string) => {
    const seconds = Math.round(performance.now() / 1_000);
    process.stderr.write(`${String(seconds).padStart(5)} s  ${line}\n`);
  };
  const stopping = stopOnSignals();
  try {
    say(`Seed ${seed}.`);
    const report = await run({ stopping, say });
    const problems = problemsIn(report);
    process.stdout.write(`${json ? JSON.stringify({ ...report, problems }, null, 2) : tableFor(report)}\n`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } catch (error) {
    say(stopping.aborted ? 'Stopped.' : (error as Error).message);
    process.exitCode = stopping.aborted ? 130 : 1;
  }
  process.exit(); // without waiting for pending work
}
