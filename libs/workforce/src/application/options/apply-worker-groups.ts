import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import type { ApplyOptions } from '@furrow/kernel/declarations';
import { MAX_OPTION } from '../../domain/index.ts';
import type { GroupRepository } from '../ports.ts';

/** Adds the groups that the farm file declares; with `prune` it removes all others. Workers keep theirs. */
export class ApplyWorkerGroups {
  constructor(private readonly groups: GroupRepository) {}

  /** @throws ValidationFailed */
  async execute(declared: readonly string[], { prune }: ApplyOptions): Promise<void> {
    const problems = declared.flatMap((value, index): FieldProblem[] =>
      value.trim() === '' || value.length > MAX_OPTION
        ? [{ field: `group[${index}]`, message: `must have 1 to ${MAX_OPTION} characters` }]
        : [],
    );
    if (problems.length > 0) throw new ValidationFailed(problems, 'The groups are not valid.');
    await this.groups.offer(declared, prune);
  }
}
