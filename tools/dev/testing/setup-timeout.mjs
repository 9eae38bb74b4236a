import { jest } from '@jest/globals';

// Tests with a database and child processes, on a machine that may be busy with others.
jest.setTimeout(60_000);
