import { type Clock, DomainError, type FieldProblem, ValidationFailed } from '@furrow/kernel';
import type { ApplyOptions } from '@furrow/kernel/declarations';
import { alertLimitsExceeded, TooManyAlerts } from '../../domain/index.ts';
import type { AlertRepositories } from '../alert-ports.ts';
import { type DeclaredAlert, putAlert, type SavedTarget } from './put-alert.ts';

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
  async execute(declared: readonly DeclaredAlert[], { prune }: ApplyOptions): Promise<void> {
    const { alerts } = this.repositories;
    const keys = declared.map(({ key }) => key);
    const problems: FieldProblem[] = [];
    const saved: SavedTarget[] = [];
    const now = this.clock.now();
    await alerts.lock();
    if (prune) await alerts.deactivateAllBut(keys, now);
    for (const [index, declaration] of declared.entries())
      try {
        const target = await putAlert(this.repositories, declaration, now);
        if (target) saved.push(target);
      } catch (error) {
        problems.push(
          ...problemsOf(error).map(({ field, message }) => ({ field: `alerts[${index}].${field}`, message })),
        );
      }
    // After all of them, because a file may move rules from one device to another.
    const exceeded = saved.length === 0 ? [] : alertLimitsExceeded(await alerts.targets(), saved);
    for (const { key, of, limit } of exceeded)
      problems.push({
        field: of === 'company' ? 'alerts' : `alerts[${keys.indexOf(key)}].device`,
        message: new TooManyAlerts(of, limit).message,
      });
    if (problems.length > 0) throw new ValidationFailed(problems);
  }
}

function problemsOf(error: unknown): readonly FieldProblem[] {
  if (error instanceof ValidationFailed) return error.details;
  if (!(error instanceof DomainError)) throw error;
  const field = error.code === 'project_not_found' ? 'project' : 'device';
  return [{ field, message: error.message }];
}
