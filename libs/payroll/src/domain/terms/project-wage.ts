import { type FieldProblem, isLocalDate, type LocalDate, ValidationFailed } from '@furrow/kernel';
import type { Withdrawable } from '@furrow/kernel/declarations';
import { amountProblems, amountText, MAX_RATE } from './declared-amounts.ts';
import { type MinimumWage, minimumWageOf, minimumWageProblems } from './pay-policy.ts';

/** What replaces members of the pay policy for work in a project. Null: the policy's holds. */
export interface ProjectWageState {
  readonly validFrom: LocalDate;
  readonly projectId: string;
  /** Null: for all workers. */
  readonly group: string | null;
  readonly hourlyRate: string | null;
  readonly minimumWage: MinimumWage | null;
  readonly nonproductiveRate: string | null;
}

/** As the farm file declares it: omitted members stay as they are, and are the policy's at first. */
export interface ProjectWageDeclaration extends Withdrawable {
  readonly validFrom: string;
  readonly projectId: string;
  readonly group?: string | null | undefined;
  readonly hourlyRate?: number | null | undefined;
  readonly minimumWage?: { readonly amount: number; readonly per: string } | null | undefined;
  readonly nonproductiveRate?: number | null | undefined;
}

export const projectWageKey = ({
  validFrom,
  projectId,
  group,
}: Pick<ProjectWageDeclaration, 'validFrom' | 'projectId' | 'group'>) =>
  `${validFrom}/${projectId}/${group ?? ''}`;

/** @throws ValidationFailed naming every wrong member */
export function declaredWage(declared: ProjectWageDeclaration, before?: ProjectWageState): ProjectWageState {
  const { validFrom, projectId, group, hourlyRate, minimumWage, nonproductiveRate } = declared;
  const problems: FieldProblem[] = [
    ...amountProblems('hourlyRate', hourlyRate, 0, MAX_RATE),
    ...amountProblems('nonproductiveRate', nonproductiveRate, 0, MAX_RATE),
    ...minimumWageProblems(minimumWage),
  ];
  if (!isLocalDate(validFrom))
    problems.push({ field: 'validFrom', message: 'must be a date written YYYY-MM-DD' });
  if (problems.length > 0) throw new ValidationFailed(problems);
  return {
    ...{ hourlyRate: null, minimumWage: null, nonproductiveRate: null, ...before },
    ...{ validFrom: validFrom as LocalDate, projectId, group: group ?? null },
    ...(hourlyRate !== undefined && { hourlyRate: amountText(hourlyRate) }),
    ...(minimumWage !== undefined && { minimumWage: minimumWageOf(minimumWage) }),
    ...(nonproductiveRate !== undefined && { nonproductiveRate: amountText(nonproductiveRate) }),
  };
}
