// Specs get this for `fast-check` (native/module-hooks.mjs): here every property of every test gets its seed, and files without
// one need not load the library to have it set. Where a property fails, fast-check tells the seed.
import fc from '../../../node_modules/fast-check/lib/fast-check.js';
import { seedOf } from './seed.mjs';

fc.configureGlobal({ seed: seedOf(process.env.FURROW_TEST_SEED) });

export * from '../../../node_modules/fast-check/lib/fast-check.js';
export default fc;
