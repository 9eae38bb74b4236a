import type { FieldProblem } from '@furrow/kernel';

export const OPTION_FIELDS = ['position', 'employment_type', 'status'] as const;
export type OptionField = (typeof OPTION_FIELDS)[number];

export const MAX_OPTION = 100;

/** The values that a company offers for the fields of a worker that are chosen from a list. */
export class WorkerOptions {
  private constructor(
    private readonly offered: Readonly<Record<OptionField, readonly string[]>>,
    private readonly groups: readonly string[],
  ) {}

  /** @param groups of workers that are paid by terms of their own; a worker may be in none */
  static of(
    offered: Readonly<Record<OptionField, readonly string[]>>,
    groups: readonly string[] = [],
  ): WorkerOptions {
    return new WorkerOptions(offered, groups);
  }

  /** The same, and these values, because workers keep what is no longer offered. */
  keeping(own: Readonly<Record<OptionField, string>> & { readonly group: string | null }): WorkerOptions {
    const kept = OPTION_FIELDS.map((field) => {
      const values = this.offered[field];
      return [field, values.includes(own[field]) ? values : [...values, own[field]]];
    });
    const groups = own.group === null ? this.groups : [...new Set([...this.groups, own.group])];
    return new WorkerOptions(Object.fromEntries(kept) as Record<OptionField, readonly string[]>, groups);
  }

  groupProblem(value: unknown): FieldProblem | undefined {
    if (value === undefined || value === null) return undefined;
    return typeof value === 'string' && this.groups.includes(value)
      ? undefined
      : { field: 'group', message: wrongOption(this.groups) };
  }

  /** `wanted`, unless the company offers only other values: then the first of those. */
  preferably(field: OptionField, wanted: string): string {
    const offered = this.offered[field];
    return offered.includes(wanted) ? wanted : (offered[0] ?? wanted);
  }

  problem(field: OptionField, value: unknown): FieldProblem | undefined {
    const offered = this.offered[field];
    if (typeof value === 'string' && offered.includes(value)) return undefined;
    return { field, message: wrongOption(offered) };
  }
}

const wrongOption = (offered: readonly string[]): string =>
  offered.length === 0
    ? 'has no options in this company yet; they are provisioned with workerOptions'
    : `must be one of: ${offered.join(', ')}`;
