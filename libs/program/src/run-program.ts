import { type Command, CommanderError } from 'commander';

/** Does what the command line asks for; where that is wrong, or only help, it has been said. */
export async function runProgram(program: Command): Promise<void> {
  try {
    await program.exitOverride().parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode; // process.exit() may wait for ever for code that is being compiled
  }
}
