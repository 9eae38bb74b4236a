import { type Command, CommanderError, InvalidArgumentError } from 'commander';
import { Refusal } from './refusal.ts';

/** npm and the terminal both pass a Ctrl-C on, so that one may arrive twice. */
const SAME_PRESS_MS = 500;

/** Reads what is wanted of a program and does it; its exit code is 0 where that answers true. */
export async function run(
  program: Command,
  work: (stopping: AbortSignal) => Promise<boolean>,
): Promise<void> {
  try {
    program.exitOverride().parse();
    process.exitCode = (await work(stopOnSignals())) ? 0 : 1;
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode; // process.exit() may wait for ever for code that is being compiled
      return;
    }
    process.stderr.write(`${sentenceFor(error)}\n`);
    process.exit(1); // whatever was under way
  }
}

export function positive({ whole = false, upTo }: { whole?: boolean; upTo: number }) {
  return (text: string): number => {
    const value = Number(text);
    if (!(value > 0 && value <= upTo) || (whole && !Number.isInteger(value)))
      throw new InvalidArgumentError(`It takes a ${whole ? 'whole ' : ''}number above 0, up to ${upTo}.`);
    return value;
  };
}

/** The first signal ends the sending; the next one everything. */
function stopOnSignals(): AbortSignal {
  const controller = new AbortController();
  let first: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      first ??= performance.now();
      if (performance.now() - first > SAME_PRESS_MS) process.exit(130);
      controller.abort();
    });
  return controller.signal;
}

function sentenceFor(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  const { message, cause } = error as Error;
  return `That did not work: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`;
}
