import type { Alert, AlertBody } from '../../../api/types.ts';

export type Metric = NonNullable<Alert['metric']>;
export type DurationUnit = 's' | 'm' | 'h' | 'd';

/** A rule as the form holds it: numbers are texts while they are typed. */
export interface AlertDraft {
  readonly name: string;
  readonly kind: Alert['kind'];
  readonly projectId: string;
  /** Empty: every device of the project. */
  readonly device: string;
  readonly metric: Metric;
  readonly side: 'above' | 'below';
  readonly limit: string;
  readonly lasts: string;
  readonly unit: DurationUnit;
  readonly clearBy: string;
}

/** The draft and its setter, for the form's fields. */
export interface AlertFields {
  readonly draft: AlertDraft;
  readonly set: (changed: Partial<AlertDraft>) => void;
}

export const newAlert = (projectId: string): AlertDraft => ({
  ...{ name: '', kind: 'silent', projectId, device: '' },
  ...{ metric: 'te', side: 'below', limit: '0', lasts: '1', unit: 'h', clearBy: '1' },
});

/** Splits a duration such as `10m` into count and unit. */
export function durationOf(text: string): { readonly count: number; readonly unit: DurationUnit } {
  return { count: Number.parseInt(text, 10), unit: text.slice(-1) as DurationUnit };
}

export function draftOf(alert: Alert): AlertDraft {
  const { count, unit } = durationOf(alert.for);
  const before = newAlert(alert.projectId);
  return {
    ...before,
    ...{ name: alert.name, kind: alert.kind, device: alert.device ?? '' },
    ...{ metric: alert.metric ?? before.metric, side: alert.above === null ? 'below' : 'above' },
    ...{ limit: String(alert.above ?? alert.below ?? 0), lasts: String(count), unit },
    clearBy: alert.kind === 'silent' ? before.clearBy : String(alert.clearBy),
  };
}

/** The request body for the API. */
export function bodyOf(draft: AlertDraft): AlertBody {
  const { name, kind, projectId, device, metric, side, limit, lasts, unit, clearBy } = draft;
  return {
    ...{
      name: name.trim(),
      kind,
      project: projectId,
      device: device || null,
      for: `${Number(lasts)}${unit}`,
    },
    ...(kind === 'threshold' && { metric, [side]: Number(limit), clearBy: Number(clearBy) }),
  };
}
