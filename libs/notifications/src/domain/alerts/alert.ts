import { type FieldProblem, keyProblem, millisecondsOf, ValidationFailed } from '@furrow/kernel';

export const ALERT_KINDS = ['silent', 'threshold'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** The members of soil readings that may be watched: of several depths, the one that is furthest beyond the limit. */
export const SOIL_METRICS = ['moisture', 'temperature', 'ec', 'tension'] as const;
export type SoilMetric = (typeof SOIL_METRICS)[number];

/** The members of readings that may be watched. */
export const ALERT_METRICS = [
  'te',
  'hr',
  'wind',
  'rain',
  'rad',
  'par',
  'wet',
  'pressure',
  'gust',
  'dir',
  ...SOIL_METRICS,
] as const;
export type AlertMetric = (typeof ALERT_METRICS)[number];

const MAX_NAME = 200;
const DAY_MS = 86_400_000;
const LONGEST_MS = 30 * DAY_MS;
const HOUR_MS = 3_600_000;
/** How far before the creation of a rule readings are evaluated, in milliseconds. */
export const LOOKS_BACK_MS = DAY_MS;

/** A rule as it is declared. */
export interface AlertDeclaration {
  readonly key: string;
  readonly name: string;
  readonly kind: AlertKind;
  /** For all active devices of the project, or only this one. */
  readonly device?: string | null | undefined;
  readonly metric?: AlertMetric | null | undefined;
  readonly above?: number | null | undefined;
  readonly below?: number | null | undefined;
  /** A duration such as `10m`. */
  readonly for: string;
  /** By how much a value has to return within the limit. */
  readonly clearBy?: number | null | undefined;
}

export interface AlertState {
  readonly key: string;
  readonly name: string;
  readonly kind: AlertKind;
  readonly projectId: string;
  readonly deviceId: string | null;
  readonly metric: AlertMetric | null;
  readonly above: number | null;
  readonly below: number | null;
  readonly for: string;
  readonly clearBy: number;
  /** When it was created or last watched something else. */
  readonly since: Date;
}

/** A rule that watches devices' readings. Immutable. */
export class Alert {
  private constructor(readonly state: AlertState) {}

  /** @throws ValidationFailed naming every wrong member */
  static declare(declaration: AlertDeclaration, projectId: string, now: Date): Alert {
    const problems = problemsOf(declaration);
    if (problems.length > 0) throw new ValidationFailed(problems);
    const { key, name, kind, device, metric, above, below, clearBy } = declaration;
    return new Alert({
      ...{ key, name: name.trim(), kind, projectId, deviceId: device ?? null, metric: metric ?? null },
      ...{
        above: above ?? null,
        below: below ?? null,
        for: declaration.for,
        clearBy: clearBy ?? 0,
        since: now,
      },
    });
  }

  static restore(state: AlertState): Alert {
    return new Alert(state);
  }

  /** Whether it watches the same in the same way, whatever its name. */
  watchesAs({ state: other }: Alert): boolean {
    const { state } = this;
    const of = ['kind', 'projectId', 'deviceId', 'metric', 'above', 'below', 'for', 'clearBy'] as const;
    return of.every((member) => state[member] === other[member]);
  }

  /** The same rule with another name and unchanged state. */
  named(name: string): Alert {
    return new Alert({ ...this.state, name });
  }

  get forMs(): number {
    return millisecondsOf(this.state.for) ?? 0;
  }

  /** After this long without a reading the state is unknown, in milliseconds. */
  get quietMs(): number {
    return this.state.kind === 'silent' ? this.forMs : Math.max(this.forMs, HOUR_MS);
  }

  /** Earlier readings are not evaluated. */
  get looksFrom(): Date {
    return new Date(this.state.since.getTime() - LOOKS_BACK_MS);
  }

  /** Whether a value above the limit breaches it, so that of several depths the highest counts. */
  get isUpperLimit(): boolean {
    return this.state.above !== null;
  }

  isBreachedBy(value: number): boolean {
    const { above, below } = this.state;
    return (above !== null && value > above) || (below !== null && value < below);
  }

  isClearedBy(value: number): boolean {
    const { above, below, clearBy } = this.state;
    return (above === null || value <= above - clearBy) && (below === null || value >= below + clearBy);
  }
}

function problemsOf(declaration: AlertDeclaration): FieldProblem[] {
  const { key, name, kind, metric, above, below, clearBy } = declaration;
  const problems: FieldProblem[] = [];
  const unless = (isRight: boolean, field: string, message: string) => {
    if (!isRight) problems.push({ field, message });
  };
  const wrongKey = keyProblem(key);
  unless(wrongKey === undefined, 'key', wrongKey ?? '');
  unless(name.trim() !== '' && name.length <= MAX_NAME, 'name', `must have 1 to ${MAX_NAME} characters`);
  unless(ALERT_KINDS.includes(kind), 'kind', `must be one of ${ALERT_KINDS.join(', ')}`);
  const duration = millisecondsOf(declaration.for) ?? -1;
  const shortest = kind === 'silent' ? 60_000 : 0;
  const from = kind === 'silent' ? '1m' : '0s';
  unless(
    duration >= shortest && duration <= LONGEST_MS,
    'for',
    `must be a duration from ${from} to 30d, such as 10m`,
  );
  if (kind === 'silent')
    for (const field of ['metric', 'above', 'below', 'clearBy'] as const)
      unless((declaration[field] ?? null) === null, field, 'applies only to the kind threshold');
  else {
    const isKnown = metric !== null && metric !== undefined && ALERT_METRICS.includes(metric);
    unless(isKnown, 'metric', `must be one of ${ALERT_METRICS.join(', ')}`);
    const limits = [above ?? null, below ?? null].filter((limit) => limit !== null);
    unless(limits.length === 1, 'above', 'must be given, or below instead; only one of them is accepted');
    unless(limits.every(Number.isFinite), 'above', 'must be a number');
    unless(Number.isFinite(clearBy ?? 0) && (clearBy ?? 0) >= 0, 'clearBy', 'must be a number from 0');
  }
  return problems;
}
