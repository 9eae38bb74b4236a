import {
  isForeseen,
  type Kind,
  Operation,
  type Outcome,
  OVER_MQTT,
  type Verdict,
} from '../work/operation.ts';

/** All operations that were sent, and their outcomes. */
export class Ledger {
  readonly operations: Operation[] = [];
  /** Counts of answers that no fault explains, by status and code. */
  readonly unforeseen = new Map<string, number>();
  readonly #once = new Map<string, Operation>();
  readonly #acknowledgements = { request: 0, reading: 0 };

  enter(operation: Operation): Operation {
    this.operations.push(operation);
    return operation;
  }

  /** Enters an operation that has no key of its own; entering it again returns the first one. */
  enterOnce(operation: Operation): Operation {
    const name = `${operation.kind} ${operation.key}`;
    const known = this.#once.get(name) ?? this.enter(operation);
    this.#once.set(name, known);
    return known;
  }

  /** Applies the answer to one attempt. */
  answered(operation: Operation, verdict: Verdict): Outcome {
    this.examine(operation.kind, verdict);
    const outcome = operation.answered(verdict);
    if (outcome === 'acknowledged')
      this.#acknowledgements[OVER_MQTT.has(operation.kind) ? 'reading' : 'request']++;
    return outcome;
  }

  examine(what: string, verdict: Verdict): void {
    if (isForeseen(verdict)) return;
    const answer = `${what}: ${verdict.status ?? ''} ${verdict.code ?? ''}`;
    this.unforeseen.set(answer, (this.unforeseen.get(answer) ?? 0) + 1);
  }

  /** Acknowledgements so far, of the API (`request`) or of the gateway (`reading`). */
  acknowledgements(of: 'request' | 'reading'): number {
    return this.#acknowledgements[of];
  }

  of(kind: Kind): Operation[] {
    return this.operations.filter((operation) => operation.kind === kind);
  }

  unknown(): Operation[] {
    return this.operations.filter(({ outcome }) => outcome === 'unknown');
  }
}
