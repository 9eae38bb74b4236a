export { aligned } from './aligned.ts';
export { Random } from './random.ts';
export { runProgram } from './run-program.ts';
export { stopOnSignals } from './stop-on-signals.ts';
export { whole } from './whole.ts';
