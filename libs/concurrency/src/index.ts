export { Congested, isBusy, isCongested, type Queue } from './congested.ts';
export { FairSemaphore, type Release } from './fair-semaphore.ts';
export { type Commit, GroupCommit } from './group-commit.ts';
