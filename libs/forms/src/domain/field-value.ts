/** What was observed of a pest or disease. Null means "not assessed", which is not zero. */
export interface ObservedValue {
  /** Count or amount, at least 0. */
  readonly value: number | null;
  /** Percent, 0 to 100. */
  readonly severity: number | null;
}

export type FieldValue = string | number | boolean | readonly string[] | ObservedValue;

/**
 * Values by field name, in canonical form: instants in UTC, selections in the order of the options, empty values left
 * out. Two values that mean the same are written the same.
 */
export type FieldValues = Readonly<Record<string, FieldValue>>;
