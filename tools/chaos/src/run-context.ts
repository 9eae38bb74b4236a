/** What every kind of run gets. */
export interface RunContext {
  readonly stopping: AbortSignal;
  readonly say: (line: string) => void;
}
