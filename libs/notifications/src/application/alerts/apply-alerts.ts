import { type Clock, DomainError, type FieldProblem, ValidationFailed } from '@furrow/kernel';
import type { AlertRepositories } from '../ports.ts';
import { putAlert, type DeclaredAlert } from './put-alert.ts';

/** Applies the alert rules of the farm file. */
export class ApplyAlerts {
  constructor(
    private readonly repositories: AlertRepositories,
    private readonly clock: Clock,
  ) {}

  /**
   * @param prune deactivates those that the file leaves out
   * @throws ValidationFailed naming every wrong member, such as `alerts[0].for`
   */
  async execute(declared: readonly DeclaredAlert[], { prune }: { readonly prune: boolean }): Promise<void> {
    const problems: FieldProblem[] = [];
    const now = this.clock.now();
    for (const [index, declaration] of declared.entries())
      try {
        await putAlert(this.repositories, declaration, now);
      } catch (error) {
        problems.push(
          ...problemsOf(error).map(({ field, message }) => ({ field: `alerts[${index}].${field}`, message })),
        );
      }
    if (problems.length > 0) throw new ValidationFailed(problems);
    if (prune)
      await this.repositories.alerts.deactivateAllBut(
        declared.map(({ key }) => key),
        now,
      );
  }
}

function problemsOf(error: unknown): readonly FieldProblem[] {
  if (error instanceof ValidationFailed) return error.details;
  if (!(error instanceof DomainError)) throw error;
  const field = error.code === 'project_not_found' ? 'project' : 'device';
  return [{ field, message: error.message }];
}
