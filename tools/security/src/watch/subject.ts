import type { Inspected } from '../cost/inspector.ts';
import type { OrdinaryClient } from '../limits/ordinary-client.ts';
import type { Stage } from '../stage/stage.ts';

/** A process of the attacked service. */
export interface WatchedProcess extends Inspected {
  readonly isRunning: boolean;
  /** How it ended. */
  readonly exit: Promise<number | NodeJS.Signals>;
}

/** A service under attack: its processes, and a client of another company. */
export interface Subject {
  /** By name. A restart replaces them. */
  readonly processes: () => Readonly<Record<string, WatchedProcess>>;
  /** Begins to send requests that have nothing to do with the attack. */
  readonly ordinary: () => OrdinaryClient;
  /** Kills every process and starts it again at its address. @throws Error if one does not start */
  readonly restart: () => Promise<void>;
}

export function subjectOf(stage: Stage, ordinary: () => OrdinaryClient): Subject {
  return {
    processes: () => ({ 'the API': stage.api, 'the gateway': stage.gateway }),
    ordinary,
    restart: async () => {
      for (const host of ['api', 'gateway'] as const) await stage.restart(host);
    },
  };
}
