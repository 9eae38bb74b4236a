import { type Config, InvalidConfig, loadConfig } from '@furrow/platform';
import type { Finding } from './finding.ts';

export interface Configured {
  readonly config: Config;
  /** False where nothing says where the database is. */
  readonly hasDatabase: boolean;
  readonly findings: readonly Finding[];
}

/**
 * The configuration as a service would read it here, every wrong value named. What is wrong is then left out, so that
 * the rest of the installation can be looked at.
 */
export function configured(env: Readonly<Record<string, string | undefined>>): Configured {
  const findings: Finding[] = [];
  let kept = env;
  let hasDatabase = true;
  for (;;) {
    try {
      const config = loadConfig(kept);
      if (findings.length === 0) findings.push(aFinding('fine', 'Every value is understood.', null));
      return { config, hasDatabase, findings };
    } catch (error) {
      if (!(error instanceof InvalidConfig)) throw error;
      const names = error.problems.map((problem) => /^\w+/.exec(problem)?.[0] ?? '');
      error.problems.forEach((problem, i) =>
        findings.push(
          aFinding('wrong', `${problem}.`, `Set ${names[i] ?? ''}, and start the services again.`),
        ),
      );
      // Production insists on more than can be made up here, and all of that is told by now.
      const left = Object.entries(kept).filter(([name]) => !names.includes(name) && name !== 'NODE_ENV');
      kept = Object.fromEntries(left);
      if (!names.includes('DATABASE_URL')) continue;
      hasDatabase = false;
      kept = { ...kept, DATABASE_URL: 'postgresql://unknown' };
    }
  }
}

function aFinding(state: Finding['state'], message: string, advice: string | null): Finding {
  return { subject: 'configuration', state, message, advice };
}
