import { isForeseen, type Kind, Operation, type Outcome, type Verdict } from '../work/operation.ts';

/** All that was sent, and what was answered. */
export class Ledger {
  readonly operations: Operation[] = [];
  /** Answers that nothing excuses, with how many of each. */
  readonly unforeseen = new Map<string, number>();
  readonly #once = new Map<string, Operation>();
  readonly #acknowledgements = { request: 0, reading: 0 };

  enter(operation: Operation): Operation {
    this.operations.push(operation);
    return operation;
  }

  /** What has no key of its own, so that whoever wants it again means the same. */
  enterOnce(operation: Operation): Operation {
    const name = `${operation.kind} ${operation.key}`;
    const known = this.#once.get(name) ?? this.enter(operation);
    this.#once.set(name, known);
    return known;
  }

  /** Keeps an answer to one attempt. */
  answered(operation: Operation, verdict: Verdict): Outcome {
    this.examine(operation.kind, verdict);
    const outcome = operation.answered(verdict);
    if (outcome === 'acknowledged')
      this.#acknowledgements[operation.kind === 'reading' ? 'reading' : 'request']++;
    return outcome;
  }

  examine(what: string, verdict: Verdict): void {
    if (isForeseen(verdict)) return;
    const answer = `${what}: ${verdict.status ?? ''} ${verdict.code ?? ''}`;
    this.unforeseen.set(answer, (this.unforeseen.get(answer) ?? 0) + 1);
  }

  /** Acknowledgements so far, by whether they were answers of the API or of the gateway. */
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
