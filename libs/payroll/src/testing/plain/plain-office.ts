import type { SessionFact, ShiftFact, WageState } from '../../domain/index.ts';
import { type PlainManual, plainPay } from './plain-pay.ts';
import { PlainWages } from './plain-wages.ts';

// How the plain implementation of docs/pay.md freezes runs one after the other.

/** The work of a company as far as it is known when a run is frozen. */
export interface PlacedFacts {
  readonly sessions: readonly SessionFact[];
  readonly shifts: readonly ShiftFact[];
  readonly lines: readonly PlainLine[];
}

/** A manual line as it is known. */
export interface PlainLine extends PlainManual {
  readonly id: string;
  readonly inRegularRate: boolean;
  readonly isVoid: boolean;
}

export interface PlacedRun {
  readonly from: string;
  readonly to: string;
  /** Null: all projects. */
  readonly projectId: string | null;
}

/** A run, how it pays its days, and the manual lines and counter-movements that it pays. */
interface PaidRun {
  readonly run: PlacedRun;
  readonly wages: PlainWages;
  readonly manual: readonly (PlainManual & { readonly id: string })[];
}

const isIn = (day: string, { from, to }: PlacedRun) => from <= day && day <= to;

/** Freezes one run after the other, each with what has changed in the days of those before it. */
export class PlainOffice {
  private readonly frozen: (PaidRun & { readonly paid: Map<string, bigint> })[] = [];
  private facts: PlacedFacts = { sessions: [], shifts: [], lines: [] };
  private wages = new PlainWages({ policies: [], rates: [], projectWages: [], workers: {} });

  /** @returns each worker's cents by kind of line, without zeros */
  freeze(
    facts: PlacedFacts,
    { run, wages: declared }: { readonly run: PlacedRun; readonly wages: WageState },
    workers: readonly string[],
  ): Map<string, Record<string, bigint>> {
    this.facts = facts;
    this.wages = new PlainWages(declared);
    const now = { run, wages: this.wages, manual: this.linesOf(run) };
    const corrected = this.frozen.filter(
      (each) => run.projectId === null || run.projectId === each.run.projectId,
    );
    const amounts = new Map<string, Record<string, bigint>>();
    const paid = new Map<string, bigint>();
    for (const worker of workers) {
      const own = this.owed(now, worker);
      let adjustment = 0n;
      for (const before of corrected) {
        const owed = sumOf(this.owed(before, worker));
        adjustment += owed - (before.paid.get(worker) ?? 0n);
        before.paid.set(worker, owed);
      }
      paid.set(worker, sumOf(own));
      amounts.set(worker, adjustment === 0n ? own : { ...own, adjustment });
    }
    this.frozen.push({ ...now, paid });
    return amounts;
  }

  /** Lines that no run has paid, and the reverse of paid ones that are void since. */
  private linesOf(run: PlacedRun): PaidRun['manual'] {
    const paid = new Set(this.frozen.flatMap(({ manual }) => manual.map(({ id }) => id)));
    const isDue = (day: string) =>
      isIn(day, run) || (day < run.from && this.frozen.some((each) => isIn(day, each.run)));
    const due = this.facts.lines.filter(({ day }) => isDue(day));
    const counters = due
      .filter(({ id, isVoid }) => isVoid && paid.has(id) && !paid.has(`not ${id}`))
      .map((line) => ({ ...line, id: `not ${line.id}`, amount: negated(line.amount) }));
    return [...due.filter(({ id, isVoid }) => !isVoid && !paid.has(id)), ...counters];
  }

  /**
   * Runs of a project know its work alone, and as earlier runs those of the project and of all projects. Days that a run
   * pays have the wages of that run, others those of now.
   */
  private owed({ run, wages, manual }: PaidRun, worker: string): Record<string, bigint> {
    const { sessions, shifts, lines } = this.facts;
    const isOf = ({ projectId }: { readonly projectId: string | null }) =>
      run.projectId === null || run.projectId === projectId;
    const earlier = this.frozen.filter(
      ({ run: { projectId, from } }) =>
        from < run.from && (projectId === null || projectId === run.projectId),
    );
    const paid = [{ run, wages }, ...earlier];
    const wagesOn = (day: string) => paid.find((each) => isIn(day, each.run))?.wages ?? this.wages;
    const own = { sessions: sessions.filter(isOf), shifts: shifts.filter(isOf) };
    const regular = lines.filter(
      ({ id, isVoid, inRegularRate }) =>
        inRegularRate && !isVoid && (run.projectId === null || manual.some((line) => line.id === id)),
    );
    return plainPay(
      own,
      {
        ...{ ...run, manual, inRegularRate: regular, earlier: earlier.map((each) => each.run) },
        termsOn: (who, day, project) => wagesOn(day).termsOn(who, day, project),
        fixedOn: (day) => wagesOn(day).fixedOn(day),
      },
      worker,
    );
  }
}

const negated = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

const sumOf = (cents: Readonly<Record<string, bigint>>) =>
  Object.values(cents).reduce((sum, each) => sum + each, 0n);
