import { DEFAULT_TERMS, type PayTerms, type WageState } from '../../domain/index.ts';

// How the plain implementation of docs/pay.md finds the terms of some work.

interface Since {
  readonly validFrom: string;
}

const latest = <T extends Since>(all: readonly T[], day: string, isMeant: (each: T) => boolean) =>
  all
    .filter((each) => each.validFrom <= day && isMeant(each))
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
    .at(-1);

/** The terms that differ by project are made once, so that equal terms are the same object. */
export class PlainWages {
  private readonly made = new Map<string, PayTerms>();

  constructor(private readonly state: WageState) {}

  groupOf(worker: string, day: string): string | null {
    const joined = (this.state.workers[worker]?.groups ?? []).filter(({ from }) => from <= day);
    return joined.toSorted((a, b) => (a.from < b.from ? -1 : 1)).at(-1)?.group ?? null;
  }

  fixedOn = (day: string): string =>
    latest(this.state.policies, day, ({ group }) => group === null)?.fixedBonus ?? 'equal';

  termsOn(worker: string, day: string, project?: string): PayTerms {
    const { policies, rates, projectWages, workers } = this.state;
    const own = this.groupOf(worker, day);
    const policy =
      (own === null ? undefined : latest(policies, day, ({ group }) => group === own)) ??
      latest(policies, day, ({ group }) => group === null) ??
      DEFAULT_TERMS;
    if (project === undefined) return policy;
    const wageOf = (wanted: string | null) =>
      latest(projectWages, day, ({ projectId, group }) => projectId === project && group === wanted);
    const [ofGroup, ofAll] = [own === null ? undefined : wageOf(own), wageOf(null)];
    const rateOf = (of: string, target: string | null | undefined) =>
      latest(rates, day, (rate) => rate.of === of && rate.target === target)?.hourlyRate;
    const member = (name: 'hourlyRate' | 'nonproductiveRate') =>
      ofGroup?.[name] ?? ofAll?.[name] ?? policy[name];
    return this.once({
      ...policy,
      hourlyRate:
        rateOf('worker', worker) ??
        rateOf('position', workers[worker]?.position) ??
        rateOf('group', own) ??
        member('hourlyRate'),
      nonproductiveRate: member('nonproductiveRate'),
      minimumWage: ofGroup?.minimumWage ?? ofAll?.minimumWage ?? policy.minimumWage,
    });
  }

  private once(terms: PayTerms): PayTerms {
    const known = this.made.get(JSON.stringify(terms)) ?? terms;
    this.made.set(JSON.stringify(terms), known);
    return known;
  }
}
