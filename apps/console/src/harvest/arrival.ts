/** A phone in the field with signal sends within moments. */
const LATE_AFTER_MS = 10 * 60_000;

/** Whether a record reached the server well after it was made, and so changed a figure that somebody may have seen. */
export function isLate({
  recordedAt,
  createdAt,
}: {
  readonly recordedAt: string;
  readonly createdAt: string;
}): boolean {
  return Date.parse(createdAt) - Date.parse(recordedAt) > LATE_AFTER_MS;
}

/** Running sum of what counts, by when it was recorded: additions that stand, once each. */
export function cumulative(
  records: readonly {
    readonly recordedAt: string;
    readonly units: number;
    readonly kind: string;
    readonly voided: boolean;
  }[],
): { readonly at: number; readonly units: number }[] {
  let micro = 0n;
  return records
    .filter(({ kind, voided }) => kind === 'addition' && !voided)
    .toSorted((a, b) => (a.recordedAt < b.recordedAt ? -1 : a.recordedAt > b.recordedAt ? 1 : 0))
    .map(({ recordedAt, units }) => {
      // Units have at most six decimals: sums of them as floats would not come out at the API's total.
      micro += BigInt(Math.round(units * 1e6));
      return { at: Date.parse(recordedAt), units: Number(micro) / 1e6 };
    });
}
