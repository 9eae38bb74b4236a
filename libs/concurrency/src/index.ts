export { CircuitBreaker } from './circuit-breaker.ts';
export { Congested, isBusy, isCongested, isLong, isStuck, type Queue } from './congested.ts';
export { FairSemaphore, type Release } from './fair-semaphore.ts';
export { GroupCommit, type GroupedRequest, type GroupLimits, type Judgement } from './group-commit.ts';
export { Turns } from './turns.ts';
