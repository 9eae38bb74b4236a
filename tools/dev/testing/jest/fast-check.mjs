// Replaces `fast-check` in specs (native/module-hooks.mjs): gives every property its seed, so that files without
// properties need not load the library. When a property fails, fast-check prints the seed.
import fc from '../../../../node_modules/fast-check/lib/fast-check.js';
import { seedOf } from '../seed.mjs';

fc.configureGlobal({ seed: seedOf(process.env.FURROW_TEST_SEED) });

export * from '../../../../node_modules/fast-check/lib/fast-check.js';
export default fc;
