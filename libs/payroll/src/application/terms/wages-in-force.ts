import { type LocalDate } from '@furrow/kernel';
import { dayBefore, type Days, PayPolicyChanges, Wages, workweekOf } from '../../domain/index.ts';
import type { PayrollRepositories } from '../ports.ts';

/** How the company pays as of now. */
export async function wagesInForce({ policies, wages, work }: PayrollRepositories): Promise<Wages> {
  return new Wages({
    policies: (await policies.inForce()).map((policy) => policy.state),
    rates: await wages.ratesInForce(),
    projectWages: await wages.projectWagesInForce(),
    // Also where nothing depends on them now, because a frozen run may pay by groups that are out of use.
    workers: await work.standings(),
  });
}

/** @throws PayPolicyChanges if another policy begins within the days, or for a worker inside a workweek */
export function refuseChangesIn(wages: Wages, days: Days): void {
  refusePolicyChanges(wages.state.policies, days);
  const changes = Object.entries(wages.state.workers).flatMap(([workerId, { groups }]) =>
    groups
      .map(({ from }) => from)
      .filter((day) => isInside(day, days) && changesInsideWeek(wages, workerId, day)),
  );
  const [first] = changes.toSorted();
  if (first !== undefined) throw new PayPolicyChanges(first);
}

/** @throws PayPolicyChanges if another one begins within the days */
export function refusePolicyChanges(
  policies: readonly { readonly validFrom: LocalDate }[],
  days: Days,
): void {
  const [first] = policies
    .map(({ validFrom }) => validFrom)
    .filter((day) => isInside(day, days))
    .toSorted();
  if (first !== undefined) throw new PayPolicyChanges(first);
}

const isInside = (day: LocalDate, { from, to }: Days): boolean => day > from && day <= to;

/** Whether another policy holds for a worker from a day on that does not begin a workweek of both. */
function changesInsideWeek(wages: Wages, workerId: string, day: LocalDate): boolean {
  const before = wages.policyOf(workerId, dayBefore(day));
  const after = wages.policyOf(workerId, day);
  if (before === after || before === null || after === null) return false;
  const { workweekStartsOn } = after;
  return workweekStartsOn !== before.workweekStartsOn || workweekOf(day, workweekStartsOn).from !== day;
}
