import { beforeEach, expect } from '@jest/globals';

// A test that asserts nothing proves nothing, whatever its name claims.
beforeEach(() => expect.hasAssertions());
