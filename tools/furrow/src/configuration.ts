import { type Config, InvalidConfig, loadConfig } from '@furrow/platform';
import { DatabaseAway, Refusal } from './refusal.ts';

/** The surroundings of this command: FURROW_HOME, and where the running system's database is. */
export function configuration({ needsDatabase = true } = {}): Config {
  const { NODE_ENV, ...env } = process.env;
  if (!needsDatabase) env.DATABASE_URL ||= 'postgresql://not-asked';
  try {
    // What production insists on is for the services; an operator's command asks for the database alone.
    return Object.assign(loadConfig(env), { production: NODE_ENV === 'production' });
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    const notRunning = error.problems.some((problem) => problem.startsWith('DATABASE_URL is missing'));
    throw notRunning ? new DatabaseAway() : new Refusal(error.message, { cause: error });
  }
}
