import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import type { ApplyOptions } from '@furrow/kernel/declarations';
import { MAX_OPTION, OPTION_FIELDS, type OptionField } from '../../domain/index.ts';
import type { OptionRepository } from '../ports.ts';

export type DeclaredOptions = Readonly<Partial<Record<OptionField, readonly string[] | undefined>>>;

/** Adds the options that the farm file declares; with `prune` it removes all others. Workers keep their values. */
export class ApplyWorkerOptions {
  constructor(private readonly options: OptionRepository) {}

  /** @throws ValidationFailed */
  async execute(declared: DeclaredOptions, { prune }: ApplyOptions): Promise<void> {
    const problems = OPTION_FIELDS.flatMap((field) => [...problemsOf(field, declared[field] ?? [])]);
    if (problems.length > 0) throw new ValidationFailed(problems, 'The worker options are not valid.');
    const { position = [], employment_type = [], status = [] } = declared;
    await this.options.offer({ position, employment_type, status }, prune);
  }
}

function* problemsOf(field: OptionField, values: readonly string[]): Generator<FieldProblem> {
  for (const [index, value] of values.entries())
    if (value.trim() === '' || value.length > MAX_OPTION)
      yield { field: `${field}[${index}]`, message: `must have 1 to ${MAX_OPTION} characters` };
}
