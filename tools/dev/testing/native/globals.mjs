// What `@jest/globals` is to specs and harnesses. Jest makes these functions anew for each test file, and a harness stays
// loaded from one file to the next: as a module's exports are live, it calls those of the file that runs now.

/** @typedef {import('@jest/globals')} Globals */

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
