import { jest } from '@jest/globals';

// Tests with a database and child processes, on a machine that may be busy with others: a test that hangs is told late,
// one that is merely slow is no failure.
jest.setTimeout(180_000);
