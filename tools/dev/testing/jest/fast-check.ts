// Jest loads this as `fast-check` (jest.config.mjs): gives every property its seed, so that files without properties need
// not load the library. When a property fails, fast-check prints the seed.
import fc from '../../../../node_modules/fast-check/lib/cjs/fast-check.js';
import { seedOf } from '../seed.mjs';

fc.configureGlobal({ seed: seedOf(process.env['FURROW_TEST_SEED']) });

export * from '../../../../node_modules/fast-check/lib/cjs/fast-check.js';
export default fc;
