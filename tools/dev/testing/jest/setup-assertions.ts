import { beforeEach, expect } from '@jest/globals';

// A test without assertions proves nothing.
beforeEach(() => expect.hasAssertions());
