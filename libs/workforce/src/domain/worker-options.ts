import type { FieldProblem } from '@furrow/kernel';

export const OPTION_FIELDS = ['position', 'employment_type', 'status'] as const;
export type OptionField = (typeof OPTION_FIELDS)[number];

export const MAX_OPTION = 100;

/** The values that a company offers for the fields of a worker that are chosen from a list. */
export class WorkerOptions {
  private constructor(private readonly offered: Readonly<Record<OptionField, readonly string[]>>) {}

  static of(offered: Readonly<Record<OptionField, readonly string[]>>): WorkerOptions {
    return new WorkerOptions(offered);
  }

  /** The same, and these values, because workers keep what is no longer offered. */
  keeping(own: Readonly<Record<OptionField, string>>): WorkerOptions {
    const kept = OPTION_FIELDS.map((field) => {
      const values = this.offered[field];
      return [field, values.includes(own[field]) ? values : [...values, own[field]]];
    });
    return new WorkerOptions(Object.fromEntries(kept) as Record<OptionField, readonly string[]>);
  }

  /** `wanted`, unless the company offers only other values: then the first of those. */
  preferably(field: OptionField, wanted: string): string {
    const offered = this.offered[field];
    return offered.includes(wanted) ? wanted : (offered[0] ?? wanted);
  }

  problem(field: OptionField, value: unknown): FieldProblem | undefined {
    const offered = this.offered[field];
    if (typeof value === 'string' && offered.includes(value)) return undefined;
    return {
      field,
      message:
        offered.length === 0
          ? 'has no options in this company yet; they are provisioned with workerOptions'
          : `must be one of: ${offered.join(', ')}`,
    };
  }
}
