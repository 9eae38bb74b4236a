import { inForceOn, type LocalDate } from '@furrow/kernel';
import { DEFAULT_TERMS, type PayPolicyState, type PayTerms, policyKey, type TermsOn } from './pay-policy.ts';
import { type PayRateState, payRateKey, RATE_TARGETS } from './pay-rate.ts';
import { type ProjectWageState, projectWageKey } from './project-wage.ts';
import type { Days } from '../workweek.ts';

/** What decides by which rates a worker is paid, besides the worker's own. */
export interface WorkerStanding {
  readonly position: string | null;
  /** From which local days on the worker has had which group, by day. */
  readonly groups: readonly { readonly from: LocalDate; readonly group: string | null }[];
}

/** Everything that decides by which terms work is paid; each list by `validFrom`. */
export interface WageState {
  readonly policies: readonly PayPolicyState[];
  readonly rates: readonly PayRateState[];
  readonly projectWages: readonly ProjectWageState[];
  /** By worker id; workers without a group may be left out where no rate is of a position. */
  readonly workers: Readonly<Record<string, WorkerStanding>>;
}

type Replaced = Partial<Pick<PayTerms, 'hourlyRate' | 'minimumWage' | 'nonproductiveRate'>>;

/** The terms of every worker on every day and in every project. */
export class Wages {
  readonly #policies: ReadonlyMap<string | null, readonly PayPolicyState[]>;
  readonly #rates: ReadonlyMap<string, readonly PayRateState[]>;
  readonly #wages: ReadonlyMap<string, readonly ProjectWageState[]>;
  /** The same object for the same terms, so that what is derived from them is derived once. */
  readonly #terms = new Map<PayTerms, Map<string, PayTerms>>();
  readonly #bases = new Map<LocalDate, PayPolicyState | null>();
  /** Whether all workers have the same terms in all projects, as on most farms. */
  readonly isUniform: boolean;

  constructor(readonly state: WageState) {
    const { policies, rates, projectWages } = state;
    this.isUniform =
      rates.length + projectWages.length === 0 && policies.every(({ group }) => group === null);
    this.#policies = Map.groupBy(policies, ({ group }) => group);
    this.#rates = Map.groupBy(state.rates, ({ of, target }) => `${of}/${target}`);
    this.#wages = Map.groupBy(state.projectWages, ({ projectId, group }) => `${projectId}/${group ?? ''}`);
  }

  groupOf(workerId: string, day: LocalDate): string | null {
    return this.state.workers[workerId]?.groups.findLast(({ from }) => from <= day)?.group ?? null;
  }

  /** The latest policy of the worker's group, else the latest without a group; null without any. */
  policyOf(workerId: string, day: LocalDate): PayPolicyState | null {
    return this.isUniform ? this.baseOn(day) : this.#policyOf(this.groupOf(workerId, day), day);
  }

  /** Whether any policy is in force. */
  isAnyOn(day: LocalDate): boolean {
    return this.state.policies.some(({ validFrom }) => validFrom <= day);
  }

  /** The policy of workers without a group. */
  baseOn(day: LocalDate): PayPolicyState | null {
    const known = this.#bases.get(day);
    if (known !== undefined) return known;
    const base = this.#policyOf(null, day);
    this.#bases.set(day, base);
    return base;
  }

  /** Of a day as a whole, without a project, the policy's. */
  termsOf(workerId: string): TermsOn {
    if (this.isUniform) return (day) => this.baseOn(day) ?? DEFAULT_TERMS;
    const { rates, projectWages } = this.state;
    const isReplaced = rates.length + projectWages.length > 0;
    return (day, projectId) => {
      const group = this.groupOf(workerId, day);
      const policy = this.#policyOf(group, day) ?? DEFAULT_TERMS;
      if (projectId === undefined || !isReplaced) return policy;
      const hourlyRate = this.#rateOf(workerId, group, day);
      return this.#with(policy, {
        ...this.#wageIn(projectId, null, day),
        ...(group !== null && this.#wageIn(projectId, group, day)),
        ...(hourlyRate !== null && { hourlyRate }),
      });
    };
  }

  get hasTiers(): boolean {
    return this.state.policies.some(({ tiers }) => tiers.length > 0);
  }

  /** What may be needed for these days and workers. */
  keptFor({ from, to }: Days, workerIds: Iterable<string>): WageState {
    const { policies, rates, projectWages, workers } = this.state;
    const keptOf = <T extends { readonly validFrom: LocalDate }>(
      all: readonly T[],
      keyOf: (each: T) => string,
    ) => {
      const latest = new Map<string, T>();
      for (const each of all) if (each.validFrom <= from) latest.set(keyOf(each), each);
      const current = new Set(latest.values());
      return all.filter((each) => current.has(each) || (each.validFrom > from && each.validFrom <= to));
    };
    const anyDay = '' as LocalDate;
    return {
      policies: keptOf(policies, (each) => policyKey({ ...each, validFrom: anyDay })),
      rates: keptOf(rates, (each) => payRateKey({ ...each, validFrom: anyDay })),
      projectWages: keptOf(projectWages, (each) => projectWageKey({ ...each, validFrom: anyDay })),
      workers: Object.fromEntries(
        [...workerIds].flatMap((id) => (workers[id] === undefined ? [] : [[id, workers[id]]])),
      ),
    };
  }

  #policyOf(group: string | null, day: LocalDate): PayPolicyState | null {
    const of = (wanted: string | null) => inForceOn(this.#policies.get(wanted) ?? [], day);
    return (group === null ? undefined : of(group)) ?? of(null) ?? null;
  }

  #rateOf(workerId: string, group: string | null, day: LocalDate): string | null {
    const position = this.state.workers[workerId]?.position ?? null;
    const targets = { worker: workerId, position, group };
    for (const of of RATE_TARGETS) {
      const rates = targets[of] === null ? undefined : this.#rates.get(`${of}/${targets[of]}`);
      const rate = inForceOn(rates ?? [], day)?.hourlyRate ?? null;
      if (rate !== null) return rate;
    }
    return null;
  }

  #wageIn(projectId: string, group: string | null, day: LocalDate): Replaced {
    const wages = this.#wages.get(`${projectId}/${group ?? ''}`);
    const wage = inForceOn(wages ?? [], day);
    return {
      ...(wage && wage.hourlyRate !== null && { hourlyRate: wage.hourlyRate }),
      ...(wage && wage.minimumWage !== null && { minimumWage: wage.minimumWage }),
      ...(wage && wage.nonproductiveRate !== null && { nonproductiveRate: wage.nonproductiveRate }),
    };
  }

  #with(policy: PayTerms, replaced: Replaced): PayTerms {
    const { hourlyRate, minimumWage, nonproductiveRate } = replaced;
    if ((hourlyRate ?? nonproductiveRate ?? minimumWage) === undefined) return policy;
    const key = `${hourlyRate} ${minimumWage?.amount} ${minimumWage?.per} ${nonproductiveRate}`;
    const known = this.#terms.get(policy) ?? new Map<string, PayTerms>();
    const terms = known.get(key) ?? { ...policy, ...replaced };
    this.#terms.set(policy, known.set(key, terms));
    return terms;
  }
}
