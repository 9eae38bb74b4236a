import { stopOnSignals } from '@furrow/program';
import { InvalidArgumentError } from 'commander';
import { Refusal } from './refusal.ts';

/** Runs a program; its exit code is 0 if `work` returns true. The second Ctrl-C ends the process at once. */
export async function perform(work: (stopping: AbortSignal) => Promise<boolean>): Promise<void> {
  try {
    process.exitCode = (await work(stopOnSignals(() => process.exit(130)))) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${sentenceFor(error)}\n`);
    process.exit(1); // without waiting for pending work
  }
}

export function positive({ upTo }: { upTo: number }) {
  return (text: string): number => {
    const value = Number(text);
    if (!(value > 0 && value <= upTo))
      throw new InvalidArgumentError(`It must be a number above 0, up to ${upTo}.`);
    return value;
  };
}

function sentenceFor(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  const { message, cause } = error as Error;
  return `The program failed: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`;
}
