import 'reflect-metadata';
import { runProgram, whole } from '@furrow/program';
import { Command } from 'commander';
import { perform, positive } from './program.ts';
import { simulate, type Wish } from './simulate.ts';

const program = new Command('npm run simulate --')
  .description(
    'Devices for a running system (npm start): registers them in a farm, connects them by MQTT over WebSocket, and ' +
      'sends weather, plant KPIs and irrigation at QoS 1. At the end it looks for everything that was acknowledged in ' +
      'the series. Exit code 0 when all of it is there, 1 when not. The devices stay registered for the next time.',
  )
  .option('--devices <n>', 'how many devices', whole(1, 100_000), 20)
  .option('--rate <n>', 'messages a second of each device, such as 0.1', positive({ upTo: 1_000 }), 1)
  .option('--seconds <n>', 'how long; without it until Ctrl-C', positive({ upTo: 30 * 86_400 }))
  .option('--history <days>', 'days before today that one device of each project tells of', whole(0, 731), 14)
  .option('--company <key>', 'the farm they belong to (default: demo, or the only one there is)')
  .action((wish: Wish) => perform((stopping) => simulate(wish, stopping)));

await runProgram(program);
