import type { RecordState, SessionState } from '../domain/index.ts';

/** A session's quality breakdown as it was when `movements` of its records were seen. */
export interface Snapshot {
  readonly movements: number;
  readonly units: Readonly<Record<string, string>>;
  readonly takenAt: Date;
}

/** What one company has on file. */
export interface Tables {
  readonly sessions: Map<string, SessionState>;
  readonly records: Map<string, RecordState>;
  readonly snapshots: Map<string, Snapshot>;
}
