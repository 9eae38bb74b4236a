export { type Asked, constraintProblem, isAsked } from './asked.ts';
export { MAX_CONDITION_LENGTH } from './parse.ts';
