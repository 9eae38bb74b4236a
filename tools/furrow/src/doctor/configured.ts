import { type Config, InvalidConfig, loadConfig } from '@furrow/config';
import type { Finding } from './finding.ts';

export interface Configured {
  readonly config: Config;
  /** False where no database is configured. */
  readonly hasDatabase: boolean;
  readonly findings: readonly Finding[];
}

/** Replaces a missing database address; nobody connects to it. */
const UNKNOWN = 'postgresql://unknown';

/**
 * The configuration as a service would read it here, naming every invalid value. Leaves out invalid values, and
 * settings that depend on something missing, so that the rest of the installation can be examined. Each pass leaves out
 * at least one variable, so there are at most as many passes as variables.
 */
export function configured(
  env: Readonly<Record<string, string | undefined>>,
  load: typeof loadConfig = loadConfig,
): Configured {
  const findings = new Map<string, Finding>();
  let kept = env;
  let hasDatabase = true;
  for (;;) {
    try {
      const config = load(kept);
      if (findings.size === 0) findings.set('', aFinding('fine', 'Every value is valid.', null));
      return { config, hasDatabase, findings: [...findings.values()] };
    } catch (error) {
      if (!(error instanceof InvalidConfig)) throw error;
      for (const problem of error.problems) findings.set(problem, findingOf(problem));
      const left = Object.entries(kept).filter(([name]) => !error.invalid.includes(name));
      const losesDatabase =
        hasDatabase && error.problems.some((problem) => problem.startsWith('DATABASE_URL'));
      // Nothing is left to leave out, so another pass would give the same result.
      if (left.length === Object.keys(kept).length && !losesDatabase) throw error;
      if (losesDatabase) hasDatabase = false;
      kept = { ...Object.fromEntries(left), ...(!hasDatabase && { DATABASE_URL: UNKNOWN }) };
    }
  }
}

function findingOf(problem: string): Finding {
  const name = /^\w+/.exec(problem)?.[0] ?? '';
  return aFinding('wrong', `${problem}.`, `Correct ${name}, and restart the services.`);
}

function aFinding(state: Finding['state'], message: string, advice: string | null): Finding {
  return { subject: 'configuration', state, message, advice };
}
