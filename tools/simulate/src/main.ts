import 'reflect-metadata';
import { runProgram, whole } from '@furrow/program';
import { Command } from 'commander';
import { perform, positive } from './program.ts';
import type { SimulateOptions } from './simulate.ts';

const program = new Command('npm run simulate --')
  .description(
    'Simulates devices and a crew for a running system (npm start): registers devices in a farm, connects them by MQTT ' +
      'over WebSocket, and sends weather, plant KPIs, soil and irrigation at QoS 1, while pickers deliver fruit to a ' +
      'supervisor’s open session. Finally checks that the series and sessions contain everything that was acknowledged: ' +
      'exit code 0 if they do, else 1. The devices stay registered for the next run.',
  )
  .option('--devices <n>', 'number of devices', whole(1, 100_000), 20)
  .option('--rate <n>', 'messages per second of each device, such as 0.1', positive({ upTo: 1_000 }), 1)
  .option('--seconds <n>', 'duration (default: until Ctrl-C)', positive({ upTo: 30 * 86_400 }))
  .option(
    '--history <days>',
    'number of past days that one device of each project reports',
    whole(0, 731),
    14,
  )
  .option('--pickers <n>', 'number of pickers of the crew, 0 for none', whole(0, 100), 4)
  .option('--company <key>', 'key of the company (default: demo, or the only one)')
  .action(async (options: SimulateOptions) => {
    // Loaded on demand, so that the usage is printed at once.
    const { simulate } = await import('./simulate.ts');
    await perform((stopping) => simulate(options, stopping));
  });

await runProgram(program);
