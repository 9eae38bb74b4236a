import type { PayFigures, PayStatement, PayTermsOfRun } from '@furrow/payroll';
import type { ListedPayRun, PayPolicyState, PayRunHead } from '@furrow/payroll/domain';
import { numberOf } from '../http/number-of.ts';
import type {
  ListedRun,
  RunFigures,
  RunHead,
  RunTerms,
  Statement,
  StatementOfRun,
} from './pay-run.answer.ts';

type StoredPolicy = Omit<PayPolicyState, 'group' | 'tiers'> &
  Partial<Pick<PayPolicyState, 'group' | 'tiers'>>;

/** A run without its figures. */
export function headOf({ payRunId, from, to, projectId, createdAt, frozenAt }: PayRunHead): RunHead {
  return {
    ...{ payRunId, status: frozenAt === null ? 'draft' : 'frozen', from, to, projectId },
    ...{ createdAt: createdAt.toISOString(), frozenAt: frozenAt?.toISOString() ?? null },
  };
}

/** The beginning of a run as JSON text, which is sent before its figures are calculated. */
export function payRunHeadText(run: PayRunHead, paidBy: PayTermsOfRun): string {
  const { acknowledged } = run;
  const terms: RunTerms = { ...headOf(run), acknowledged, ...termsAnswer(paidBy) };
  return JSON.stringify(terms).slice(0, -1);
}

/** The rest of it, in pieces. */
export async function* payRunFigureTexts(figures: PayFigures): AsyncGenerator<string> {
  const { calculatedAt, flags, totals } = figures;
  const written: Omit<RunFigures, 'statements'> = { calculatedAt: calculatedAt.toISOString(), flags, totals };
  const { totals: last, ...first } = written;
  yield `,${membersText(first)}`;
  yield* statementTexts(figures.statements);
  yield `,${membersText({ totals: last })}}`;
}

/** A run in a list as JSON text, in pieces. */
export async function* listedTexts(
  run: ListedPayRun,
  statements: PayFigures['statements'] | null,
): AsyncGenerator<string> {
  const { calculatedAt, listed, acknowledged } = run;
  const { flags = [], flagCount = null, totals = null } = listed ?? {};
  const head: Omit<ListedRun, 'statements'> = {
    ...{ ...headOf(run), acknowledged, ...termsAnswer(listed ?? { currency: null, policy: null }) },
    ...{ calculatedAt: calculatedAt?.toISOString() ?? null, flags, flagCount, totals },
  };
  yield JSON.stringify(head).slice(0, -1);
  if (statements) yield* statementTexts(statements);
  yield '}';
}

const membersText = (members: object) => JSON.stringify(members).slice(1, -1);

async function* statementTexts(
  statements: AsyncIterable<readonly Statement[]> | Iterable<readonly Statement[]>,
): AsyncGenerator<string> {
  let before = ',"statements":[';
  for await (const batch of statements) {
    if (batch.length === 0) continue;
    yield before + JSON.stringify(batch).slice(1, -1);
    before = ',';
  }
  yield before === ',' ? ']' : `${before}]`;
}

export function statementAnswer({ run, currency, policy, flags, statement }: PayStatement): StatementOfRun {
  return { ...headOf(run), ...termsAnswer({ currency, policy }), flags, ...statement };
}

const termsAnswer = ({ currency, policy, groupPolicies }: PayTermsOfRun) => ({
  ...{ currency, policy: policy && policyAnswer(policy) },
  ...(groupPolicies && { groupPolicies: groupPolicies.map(policyAnswer) }),
});

/** Results of the version before have neither groups nor tiers. */
function policyAnswer({ minimumWage, overtime, group, tiers, ...policy }: StoredPolicy) {
  return {
    ...policy,
    group: group ?? null,
    tiers: (tiers ?? []).map(({ from, premium, ...tier }) => ({
      ...{ ...tier, from: Number(from), premium: Number(premium) },
    })),
    hourlyRate: numberOf(policy.hourlyRate),
    nonproductiveRate: numberOf(policy.nonproductiveRate),
    minimumWage: minimumWage && { ...minimumWage, amount: Number(minimumWage.amount) },
    overtime: overtime && {
      weeklyHours: numberOf(overtime.weeklyHours),
      dailyHours: numberOf(overtime.dailyHours),
      premium: Number(overtime.premium),
    },
  };
}
