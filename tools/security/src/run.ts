import type { Check } from './check.ts';
import { cost } from './cost/cost.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { staysText } from './fuzz/stays-text.ts';
import { limits } from './limits/limits.ts';
import { secretsInLogs } from './logs.ts';
import { tenantMatrix } from './matrix/matrix.ts';
import { topicMatrix } from './matrix/topics.ts';
import { TwoCompanies } from './stage/two-companies.ts';

export interface SecurityOptions {
  readonly quick: boolean;
  readonly seed: number;
  readonly requests?: number;
  readonly sockets?: number;
  readonly shape?: readonly string[];
}

type Say = (line: string) => void;

interface Suite {
  readonly summary: string;
  run(companies: TwoCompanies, options: SecurityOptions, say: Say): Promise<Check[]>;
}

export const SUITES: Readonly<Record<string, Suite>> = {
  tenants: {
    summary: 'every endpoint × every kind of credential: no leak, and every refusal as documented',
    run: (companies, { quick }, say) => tenantMatrix(companies, quick, say),
  },
  topics: {
    summary: 'every MQTT topic × devices of others, and unknown topics',
    run: (companies, _options, say) => topicMatrix(companies, say),
  },
  fuzz: {
    summary: 'valid, mutated and random requests by docs/openapi.json: no 500, and no internals in answers',
    run: async (companies, { quick, seed, requests = quick ? 300 : 20_000 }, say) => [
      await staysText(companies),
      ...(await fuzz(companies, { seed, requests }, say)),
    ],
  },
  limits: {
    summary:
      'slow, silent, malformed, oversized, deeply nested and compressed input: refused, while others are served',
    run: (companies, { quick, sockets = quick ? 300 : 10_000 }, say) =>
      limits(companies, { quick, sockets }, say),
  },
  cost: {
    summary:
      'small input with large costs: answer bytes, event loop and memory, for every operation and MQTT packet',
    run: cost,
  },
};

export async function run(names: readonly string[], options: SecurityOptions, say: Say): Promise<Check[]> {
  const companies = await TwoCompanies.make(say);
  try {
    const checks: Check[] = [];
    for (const [name, suite] of Object.entries(SUITES))
      if (names.length === 0 || names.includes(name))
        checks.push(...(await suite.run(companies, options, say)));
    return [...checks, ...logged(companies)];
  } finally {
    await companies.stage.close();
  }
}

/** A log that cannot be read is a problem by itself, and does not discard earlier results. */
function logged({ stage }: TwoCompanies): Check[] {
  try {
    return secretsInLogs(stage);
  } catch (error) {
    return [{ suite: 'logs', what: 'reading them', asked: 1, problems: [String(error)] }];
  }
}
