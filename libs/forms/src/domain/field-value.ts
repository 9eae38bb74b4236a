/** What was observed of a pest or disease. Null means "not assessed", which is not zero. */
export interface ObservedValue {
  /** Count or amount, at least 0. */
  readonly value: number | null;
  /** Percent, 0 to 100. */
  readonly severity: number | null;
}

/** A position in degrees (WGS 84). */
export interface PointValue {
  readonly latitude: number;
  readonly longitude: number;
  /** Metres; null if the phone does not report it. */
  readonly accuracy: number | null;
}

export type FieldValue = string | number | boolean | readonly string[] | ObservedValue | PointValue;

/**
 * Values by field name, in canonical form: instants in UTC, selections in the order of the options, empty values left
 * out. Two values that mean the same are written the same.
 */
export type FieldValues = Readonly<Record<string, FieldValue>>;
