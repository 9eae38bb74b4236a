import type { Check } from '@furrow/program';
import type { TwoCompanies } from './stage/two-companies.ts';

export interface SecurityOptions {
  readonly quick: boolean;
  readonly busy: boolean;
  readonly seed: number;
  readonly requests?: number;
  readonly sockets?: number;
  readonly shape?: readonly string[];
}

type Say = (line: string) => void;

interface Suite {
  readonly summary: string;
  /** @param shared an installation for the suites that leave it as it was; others open their own */
  run(shared: () => Promise<TwoCompanies>, options: SecurityOptions, say: Say): Promise<Check[]>;
}

/** Each loads its code when it runs, so that the usage is printed at once. */
export const SUITES: Readonly<Record<string, Suite>> = {
  tenants: {
    summary: 'every endpoint × every kind of credential: no leak, and every refusal as documented',
    run: async (shared, { quick }, say) =>
      (await import('./matrix/matrix.ts')).tenantMatrix(await shared(), quick, say),
  },
  topics: {
    summary: 'every MQTT topic × devices of others, and unknown topics',
    run: async (shared, _options, say) =>
      (await import('./matrix/topics.ts')).topicMatrix(await shared(), say),
  },
  fuzz: {
    summary: 'valid, mutated and random requests by docs/openapi.json: no 500, and no internals in answers',
    run: async (shared, { quick, seed, requests = quick ? 300 : 20_000 }, say) => {
      const { staysText } = await import('./fuzz/stays-text.ts');
      const { fuzz } = await import('./fuzz/fuzz.ts');
      const companies = await shared();
      return [await staysText(companies), ...(await fuzz(companies, { seed, requests }, say))];
    },
  },
  limits: {
    summary:
      'slow, silent, malformed, oversized, deeply nested and compressed input: refused, while others are served',
    run: async (shared, { quick, seed, sockets = quick ? 300 : 10_000 }, say) =>
      (await import('./limits/limits.ts')).limits(await shared(), { quick, seed, sockets }, say),
  },
  cost: {
    summary:
      'small input with large costs: answer bytes, event loop and memory, for every operation and MQTT packet',
    run: async (shared, options, say) => (await import('./cost/cost.ts')).cost(await shared(), options, say),
  },
  'two-step': {
    summary:
      'state that is cheap to make × a small input: event loop, memory and other companies, also after a restart',
    run: async (_shared, options, say) => (await import('./two-step/suite.ts')).twoStep(options, say),
  },
  loops: {
    summary: 'every operation in a loop of many clients of one company, while another company is served',
    run: async (_shared, options, say) => (await import('./loops/suite.ts')).loops(options, say),
  },
};

export async function run(names: readonly string[], options: SecurityOptions, say: Say): Promise<Check[]> {
  const { TwoCompanies } = await import('./stage/two-companies.ts');
  let opened: Promise<TwoCompanies> | undefined;
  const shared = () => (opened ??= TwoCompanies.make(say));
  try {
    const checks: Check[] = [];
    for (const [name, suite] of Object.entries(SUITES))
      if (names.length === 0 || names.includes(name)) checks.push(...(await suite.run(shared, options, say)));
    return [...checks, ...(opened === undefined ? [] : await logged(await opened))];
  } finally {
    await opened?.then(({ stage }) => stage.close());
  }
}

/** A log that cannot be read is a problem by itself, and does not discard earlier results. */
async function logged({ stage }: TwoCompanies): Promise<Check[]> {
  try {
    return (await import('./logs.ts')).secretsInLogs(stage);
  } catch (error) {
    return [{ suite: 'logs', what: 'reading them', asked: 1, problems: [String(error)] }];
  }
}
