import 'reflect-metadata';
import { runProgram, whole } from '@furrow/program';
import { Command } from 'commander';
import { fuzz, type FuzzOptions } from './fuzz/fuzz.ts';
import { perform } from './program.ts';

const program = new Command('npm run fuzz --')
  .description(
    'Simulates misbehaving devices for a running system (npm start): sends mutated packets to its IoT gateway, before ' +
      'CONNECT and after, while other devices send readings. Exit code 0 if the gateway did not crash, its memory stayed ' +
      'bounded, and the other devices were served throughout; else 1.',
  )
  .option('--packets <n>', 'number of packets', whole(1, 1e9), 1_000_000)
  .option('--seed <n>', 'repeat the packets of an earlier run', whole(1, 2 ** 31), 1)
  .option('--company <key>', 'key of the company (default: demo, or the only one)')
  .action((options: FuzzOptions) => perform((stopping) => fuzz(options, stopping)));

await runProgram(program);
