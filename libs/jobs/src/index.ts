export { BackOff } from './back-off.ts';
export { type BackgroundJob, BackgroundJobs, type Candidacy } from './background-jobs.ts';
export { FaultIsolation } from './fault-isolation.ts';
export { LeaderElection, LEADERS } from './leader-election.ts';
