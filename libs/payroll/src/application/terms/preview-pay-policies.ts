import { type Clock, localDateOf, textOrder } from '@furrow/kernel';
import { declaredIn, isInUse, Reconciliation } from '@furrow/kernel/declarations';
import {
  dayBefore,
  type Days,
  PayPolicy,
  type PayPolicyDeclaration,
  policyKey,
  type PayPolicyState,
  type PayTotals,
  Wages,
  workweekOf,
} from '../../domain/index.ts';
import type { PayrollTransactions } from '../ports.ts';
import { costOf } from '../work-out-pay.ts';
import { wagesInForce } from './wages-in-force.ts';

/** What the work of a week comes to, as it is paid now and as it would be. */
export interface PolicyPreview extends Days {
  readonly currency: string | null;
  readonly before: PayTotals;
  readonly after: PayTotals;
}

/**
 * What last week would have cost by other pay policies, as if they had been in force by then: without manual lines, and without
 * corrections of earlier runs. Writes nothing.
 */
export class PreviewPayPolicies {
  constructor(
    private readonly transactions: PayrollTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed naming every wrong member, such as `payPolicies[0].overtime` | CalculationsBusy */
  async execute(companyId: string, declared: readonly PayPolicyDeclaration[]): Promise<PolicyPreview> {
    return this.transactions.calculate(companyId, 'read', async (repositories) => {
      const now = this.clock.now();
      const { work } = repositories;
      const wages = await wagesInForce(repositories);
      const changed = declaredOver(wages.state.policies, declared);
      const today = localDateOf(now, await work.timezone());
      const startsOn = ([...changed.values()][0] ?? wages.baseOn(today))?.workweekStartsOn ?? 'monday';
      const days = workweekOf(dayBefore(workweekOf(today, startsOn).from), startsOn);
      const policies = inForceOn(days, wages.state.policies, changed);
      const before = await costOf(repositories, days, { wages, now });
      const after = await costOf(repositories, days, { wages: new Wages({ ...wages.state, policies }), now });
      return { ...days, currency: await work.currency(), before, after };
    });
  }
}

/** The policies that a farm file declares, by key; undefined: withdrawn. */
type Changed = ReadonlyMap<string, PayPolicyState | undefined>;

/** @throws ValidationFailed naming every wrong member of all of them */
function declaredOver(
  policies: readonly PayPolicyState[],
  declarations: readonly PayPolicyDeclaration[],
): Changed {
  const known = new Map(policies.map((state) => [policyKey(state), PayPolicy.restore(state)]));
  const file = new Reconciliation({ prune: false });
  const list = declaredIn('payPolicies', declarations, policyKey);
  const { declared } = file.reconcile(
    known,
    list,
    {
      declare: (declaration, before) => PayPolicy.declare(declaration, before),
      deactivate: (policy) => policy,
    },
    'validFrom',
  );
  file.assertValid();
  return new Map(
    list.map(({ key, declaration }) => [key, isInUse(declaration) ? declared.get(key)?.state : undefined]),
  );
}

/** The policies with those that changed: of a group with a new policy, that one alone, from the first of the days on. */
function inForceOn({ from }: Days, policies: readonly PayPolicyState[], changed: Changed): PayPolicyState[] {
  const latest = new Map(
    [...changed.values()].flatMap((policy) =>
      policy ? [[policy.group, { ...policy, validFrom: from }]] : [],
    ),
  );
  const others = policies.filter((each) => !changed.has(policyKey(each)) && !latest.has(each.group));
  return [...others, ...latest.values()].sort((a, b) => textOrder(a.validFrom, b.validFrom));
}
