import { jest } from '@jest/globals';

// Generous, because the machine may be busy: a slow test is not a failure, and a hanging one is still reported.
jest.setTimeout(180_000);
