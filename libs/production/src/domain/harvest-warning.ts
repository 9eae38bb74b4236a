/** A treatment interval that a session falls into. */
export interface HarvestWarning {
  readonly code: 'pre_harvest_interval' | 'reentry_interval';
  readonly treatmentId: string;
  readonly product: string;
  /** When the interval ends. */
  readonly clearAt: Date;
}
