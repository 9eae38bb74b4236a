import 'reflect-metadata';
import { type Check, problemsIn, runProgram, stopOnSignals, tableOfChecks, whole } from '@furrow/program';
import { Command } from 'commander';
import { brokerChecks, gatewaysChecks } from './fleet/checks.ts';
import { phonesChecks } from './phones/checks.ts';
import { checksOf } from './proof/checks.ts';
import type { RunContext } from './run-context.ts';

interface Common {
  readonly quick: boolean;
  readonly seed?: number;
  readonly json: boolean;
}

interface Options extends Common {
  readonly kills: number;
  readonly failover: boolean;
}

/** `apart`: the most acknowledgements between two faults. `pauseMs`: the longest pause of a phone or station. */
const WHOLE = { clients: 12, devices: 6, pauseMs: 20, outageMs: 10_000, apart: 80, stops: 10 };
/** With less work, and statements on a silent line are given up sooner. */
const QUICK = {
  ...{ kills: 2, clients: 4, devices: 2, pauseMs: 250, outageMs: 2_000, apart: 30, stops: 1 },
  statementSeconds: 4,
};
const QUICK_FAILOVERS = 5;
const GATEWAYS = { gateways: 10, seconds: 60, everyMs: 10_000 };
const QUICK_GATEWAYS = { gateways: 3, seconds: 10, everyMs: 2_000 };
const BROKER = { consumers: 3, devices: 200, rounds: 10, everyMs: 200 };
const QUICK_BROKER = { consumers: 2, devices: 50, rounds: 2, everyMs: 200 };
const PHONES = {
  ...{ phones: 2, pickers: 60, buckets: 90, kills: 220, repeats: 30, noSpace: 4, shared: 40 },
  ...{ lost: 3, signals: 20, apiKills: 2 },
};
const QUICK_PHONES = {
  ...{ phones: 2, pickers: 6, buckets: 3, kills: 4, repeats: 1, noSpace: 1, shared: 2 },
  ...{ lost: 2, signals: 2, apiKills: 0 },
};

const SEED = [
  '--seed <n>',
  'repeat the faults of an earlier run (default: random)',
  whole(0, 2 ** 31),
] as const;
const JSON_REPORT = ['--json', 'print the report as a single JSON document', false] as const;

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
  .option('--quick', `a short run: ${QUICK.kills} kills of each, shorter outages`, false)
  .option(
    '--failover',
    `instead, kill the primary of a cluster with a synchronous standby behind HAProxy, --kills times; with --quick ${QUICK_FAILOVERS} times`,
    false,
  )
  .option(...SEED)
  .option(...JSON_REPORT)
  .action((options: Options) => main(options));

// Options after a subcommand belong to it.
program.enablePositionalOptions();

const command = (name: string, description: string) =>
  program
    .command(name)
    .description(description)
    .option('--quick', 'a short run', false)
    .option(...SEED)
    .option(...JSON_REPORT);

command(
  'gateways',
  'Runs ten gateways with Redis behind HAProxy and a fleet of devices that send readings, kills one gateway per second for a ' +
    'minute with kill -9 and restarts it, and compares what was acknowledged with what is stored.',
)
  .option('--devices <n>', 'number of devices', whole(1, 25_000), 20_000)
  .action(async ({ quick, json, seed = randomSeed(), devices }: Common & { readonly devices: number }) => {
    const { gateways } = await import('./fleet/gateways.ts');
    const size = quick ? { ...QUICK_GATEWAYS, devices: 2_000 } : { ...GATEWAYS, devices };
    const run = (context: RunContext) => gateways({ seed, ...size }, context);
    await reported(seed, json, run, gatewaysChecks);
  });
command(
  'broker',
  'Connects devices to a persistent Mosquitto from which gateways consume by a shared subscription, kills gateways and ' +
    'the broker with kill -9, stops the broker, and compares what the broker acknowledged with what is stored.',
).action(async ({ quick, json, seed = randomSeed() }: Common) => {
  const { externalBroker } = await import('./fleet/external-broker.ts');
  const size = quick ? QUICK_BROKER : BROKER;
  const run = (context: RunContext) => externalBroker({ seed, ...size }, context);
  await reported(seed, json, run, brokerChecks);
});
command(
  'phones',
  'Counts a day of 12 hours without signal on two phones in Chromium with wrong clocks, whose tabs are killed between any ' +
    'two steps; scans badges twice, replaces lost ones, shares bins and fills the storage of the phones. Then signal comes and goes. ' +
    'Afterwards compares what was brought with phones, office and pay.',
).action(async ({ quick, json, seed = randomSeed() }: Common) => {
  const { phones } = await import('./phones/phones.ts');
  const run = (context: RunContext) => phones({ seed, ...(quick ? QUICK_PHONES : PHONES) }, context);
  await reported(seed, json, run, phonesChecks);
});

await runProgram(program);

async function main({ kills, failover: isFailover, quick, seed = randomSeed(), json }: Options) {
  const settings = { seed, ...WHOLE, kills, ...(quick && QUICK) };
  const { chaos, failover } = await import('./chaos.ts');
  const failovers = { ...settings, kills: quick ? QUICK_FAILOVERS : kills };
  const run = (context: RunContext) => (isFailover ? failover(failovers, context) : chaos(settings, context));
  await reported(seed, json, run, checksOf);
}

function randomSeed(): number {
  return Math.floor(Math.random() * 100_000);
}

/** Runs it, prints the report, and exits with 0 when the report has no problems. */
async function reported<Report extends object>(
  seed: number,
  json: boolean,
  run: (context: RunContext) => Promise<Report>,
  checksIn: (report: Report) => Check[],
): Promise<never> {
  const say = (line: string) => {
    const seconds = Math.round(performance.now() / 1_000);
    process.stderr.write(`${String(seconds).padStart(5)} s  ${line}\n`);
  };
  const stopping = stopOnSignals();
  const began = performance.now();
  try {
    say(`Seed ${seed}.`);
    const report = await run({ stopping, say });
    const checks = checksIn(report);
    const problems = problemsIn(checks);
    const verdict =
      problems.length === 0
        ? 'OK: nothing acknowledged was lost, and nothing counts twice.'
        : ['FAILED:', ...problems].join('\n  ');
    const seconds = Math.round((performance.now() - began) / 1_000);
    const lines = [tableOfChecks(checks), '', `Seed ${seed}, ${seconds} s. ${verdict}`];
    const text = json ? JSON.stringify({ ...report, checks, problems }, null, 2) : lines.join('\n');
    process.stdout.write(`${text}\n`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } catch (error) {
    say(stopping.aborted ? 'Stopped.' : (error as Error).message);
    process.exitCode = stopping.aborted ? 130 : 1;
  }
  process.exit(); // without waiting for pending work
}
