export { knownVariables } from './known-variables.ts';
