import 'reflect-metadata';
import { runProgram, whole } from '@furrow/program';
import { Command } from 'commander';
import { fuzz, type FuzzWish } from './fuzz/fuzz.ts';
import { perform } from './program.ts';

const program = new Command('npm run fuzz --')
  .description(
    'Devices that misbehave, for a running system (npm start): mutated packets to its IoT gateway, before CONNECT and ' +
      'after, while other devices send readings. Exit code 0 when the gateway did not crash, its memory stayed bounded, ' +
      'and the others were served throughout; 1 when not.',
  )
  .option('--packets <n>', 'how many packets', whole(1, 1e9), 1_000_000)
  .option('--seed <n>', 'the same seed makes the same packets', whole(1, 2 ** 31), 1)
  .option('--company <key>', 'the farm the devices belong to (default: demo, or the only one there is)')
  .action((wish: FuzzWish) => perform((stopping) => fuzz(wish, stopping)));

await runProgram(program);
