import { type FieldProblem, keyProblem, ValidationFailed } from '@furrow/kernel';

export const REST_METRICS = ['te', 'heat-index'] as const;
export type RestMetric = (typeof REST_METRICS)[number];

/** The accepted numbers, both ends included. */
export const REST_RANGES = {
  above: { min: -50, max: 70 },
  restMinutes: { min: 1, max: 240 },
  everyMinutes: { min: 5, max: 720 },
} as const;
const MAX_SOURCE = 300;

/** A rule as the farm file declares it. */
export interface RestRuleDeclaration {
  readonly key: string;
  readonly projectId: string;
  readonly metric: RestMetric;
  readonly above: number;
  readonly restMinutes: number;
  readonly everyMinutes: number;
  readonly source?: string | null | undefined;
  readonly status?: 'active' | 'inactive' | null | undefined;
}

export interface RestRuleState {
  readonly key: string;
  readonly projectId: string;
  readonly metric: RestMetric;
  /** °C: the rule is in force above it. */
  readonly above: number;
  readonly restMinutes: number;
  readonly everyMinutes: number;
  /** Where it is from, such as a clause of law, in the farm's words. */
  readonly source: string | null;
  readonly isActive: boolean;
}

/** In heat everybody rests for some minutes after so many minutes of work. Immutable. */
export class RestRule {
  private constructor(readonly state: RestRuleState) {}

  /** @throws ValidationFailed naming every wrong member */
  static declare(declared: RestRuleDeclaration): RestRule {
    const problems = problemsOf(declared);
    if (problems.length > 0) throw new ValidationFailed(problems);
    const { key, projectId, metric, above, restMinutes, everyMinutes, source, status } = declared;
    const text = source?.trim() ?? '';
    return new RestRule({
      ...{ key, projectId, metric, above, restMinutes, everyMinutes },
      ...{ source: text === '' ? null : text, isActive: status !== 'inactive' },
    });
  }

  static restore(state: RestRuleState): RestRule {
    return new RestRule(state);
  }

  get key(): string {
    return this.state.key;
  }

  /** The same rule out of use. */
  deactivated(): RestRule {
    return this.state.isActive ? new RestRule({ ...this.state, isActive: false }) : this;
  }

  equals({ state: other }: RestRule): boolean {
    const { state } = this;
    return (Object.keys(state) as (keyof RestRuleState)[]).every((member) => state[member] === other[member]);
  }
}

function problemsOf(declared: RestRuleDeclaration): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const unless = (isRight: boolean, field: string, message: string) => {
    if (!isRight) problems.push({ field, message });
  };
  const wrongKey = keyProblem(declared.key);
  unless(wrongKey === undefined, 'key', wrongKey ?? '');
  unless(REST_METRICS.includes(declared.metric), 'metric', `must be one of ${REST_METRICS.join(', ')}`);
  for (const [member, { min, max }] of Object.entries(REST_RANGES)) {
    const value = declared[member as keyof typeof REST_RANGES];
    const isWhole = member === 'above' || Number.isInteger(value);
    unless(
      isWhole && value >= min && value <= max,
      member,
      `must be a ${member === 'above' ? '' : 'whole '}number from ${min} to ${max}`,
    );
  }
  unless(
    (declared.source ?? '').length <= MAX_SOURCE,
    'source',
    `must have at most ${MAX_SOURCE} characters`,
  );
  return problems;
}
