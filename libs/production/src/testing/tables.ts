import type { ContainerState, Correction, PriceState, RecordState, SessionState } from '../domain/index.ts';

/** A session's quality breakdown after the first `movements` of its records. */
export interface Snapshot {
  readonly movements: number;
  readonly units: Readonly<Record<string, string>>;
  readonly takenAt: Date;
}

/** The stored objects of one company. */
export interface Tables {
  readonly sessions: Map<string, SessionState>;
  readonly records: Map<string, RecordState>;
  readonly snapshots: Map<string, Snapshot>;
  readonly corrections: Map<string, Correction>;
  readonly containers: Map<string, ContainerState>;
  readonly prices: Map<string, PriceState>;
}
