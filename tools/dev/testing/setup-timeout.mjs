import { jest } from '@jest/globals';

// On a machine that may be busy with others. A test that hangs is told late; one that is merely slow is no failure.
jest.setTimeout(180_000);
