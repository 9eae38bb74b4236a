/** A phone with signal sends within moments. */
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

/** The running sum by time of recording: records that are not voided, each once, and which of them came late. */
export function cumulative(
  records: readonly {
    readonly recordedAt: string;
    readonly createdAt: string;
    readonly units: number;
    readonly kind: string;
    readonly voided: boolean;
  }[],
): { readonly at: number; readonly units: number; readonly isLate: boolean }[] {
  let micro = 0n;
  return records
    .filter(({ kind, voided }) => kind === 'addition' && !voided)
    .toSorted((a, b) => (a.recordedAt < b.recordedAt ? -1 : a.recordedAt > b.recordedAt ? 1 : 0))
    .map((record) => {
      // Units have at most six decimals; a sum of floats would deviate from the API's total.
      micro += BigInt(Math.round(record.units * 1e6));
      return { at: Date.parse(record.recordedAt), units: Number(micro) / 1e6, isLate: isLate(record) };
    });
}
