export { aligned } from './aligned.ts';
export { type Answer, ask, asked } from './ask.ts';
export { type Check, problemsIn, tableOfChecks, triedIn } from './checks.ts';
export {
  CIEZA,
  Climate,
  GRAN_CANARIA,
  inHotWind,
  type Site,
  type Soil,
  soilAt,
  type Weather,
} from './climate.ts';
export { markdownTable, withTables } from './marked-tables.ts';
export { Random } from './random.ts';
export { runProgram } from './run-program.ts';
export { completeResults, type Measured, measuredNow, textIfThere } from './saved-results.ts';
export { stopOnSignals } from './stop-on-signals.ts';
export { whole } from './whole.ts';
