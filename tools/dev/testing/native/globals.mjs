// The `@jest/globals` of specs and harnesses. Jest creates these functions for each test file, while a harness stays
// loaded between files; because module exports are live bindings, it calls those of the current file.

/** @typedef {typeof import('@jest/globals')} Globals */

/** @type {Globals['afterAll']} */
export let afterAll;
/** @type {Globals['afterEach']} */
export let afterEach;
/** @type {Globals['beforeAll']} */
export let beforeAll;
/** @type {Globals['beforeEach']} */
export let beforeEach;
/** @type {Globals['describe']} */
export let describe;
/** @type {Globals['expect']} */
export let expect;
/** @type {Globals['it']} */
export let it;
/** @type {import('./environment.mjs').default['jest']} */
export let jest;
/** @type {Globals['test']} */
export let test;

/** @param {Omit<Globals, 'jest'> & { jest: typeof jest }} globals of the file that runs from now on */
export function useGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
