/** One result of an examination. */
export interface Finding {
  /** `warning`: it works, but somebody should know. */
  readonly state: 'fine' | 'warning' | 'wrong';
  /** Its subject, in a word or two. */
  readonly subject: string;
  /** What was found. */
  readonly message: string;
  /** What to do about it. */
  readonly advice: string | null;
}

/** Collects the findings about one subject. */
export class Findings {
  readonly all: Finding[] = [];

  constructor(private readonly subject: string) {}

  fine(message: string): void {
    this.#add('fine', message, null);
  }

  warning(message: string, advice: string): void {
    this.#add('warning', message, advice);
  }

  wrong(message: string, advice: string): void {
    this.#add('wrong', message, advice);
  }

  /** Adds `message` if there are no findings yet. */
  elseFine(message: string): void {
    if (this.all.length === 0) this.fine(message);
  }

  #add(state: Finding['state'], message: string, advice: string | null): void {
    this.all.push({ subject: this.subject, state, message, advice });
  }
}

/** Examines one subject in its context and reports findings. */
export interface Check<Context> {
  readonly subject: string;
  examine(context: Context, findings: Findings): Promise<void>;
}

/** Runs all checks concurrently and reports in the order given. A check that fails is reported as wrong. */
export async function findingsOf<Context>(
  checks: readonly Check<Context>[],
  context: Context,
): Promise<Finding[]> {
  const found = await Promise.all(
    checks.map(async (check) => {
      const findings = new Findings(check.subject);
      try {
        await check.examine(context, findings);
      } catch (error) {
        findings.wrong(
          `The check failed: ${(error as Error).message.replace(/\.$/, '')}.`,
          'The other findings may explain it.',
        );
      }
      return findings.all;
    }),
  );
  return found.flat();
}
