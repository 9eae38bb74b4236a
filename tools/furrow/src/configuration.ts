import { type Config, InvalidConfig, loadConfig } from '@furrow/config';
import { DatabaseUnreachable, Refusal } from './refusal.ts';

/** The configuration of this command: FURROW_HOME and the database of the running system. */
export function configuration({ needsDatabase = true } = {}): Config {
  const { NODE_ENV, ...env } = process.env;
  if (!needsDatabase) env.DATABASE_URL ||= 'postgresql://not-asked';
  try {
    // The other settings that production requires are for the services; a command needs the database only.
    return Object.assign(loadConfig(env), { production: NODE_ENV === 'production' });
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    const notRunning = error.problems.some((problem) => problem.startsWith('DATABASE_URL is missing'));
    throw notRunning ? new DatabaseUnreachable() : new Refusal(error.message, { cause: error });
  }
}
