/** What a row is sorted by; a row without it comes last. */
export type Sortable = string | number | null | undefined;

export interface Direction {
  readonly isDescending: boolean;
  /** The language of the texts: in Spanish an `ñ` follows the `n`, and an `á` is an `a`. */
  readonly locale: string;
}

/** The rows in the order of a value; those with the same value stay in the order in which they came. */
export function sorted<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => Sortable,
  { isDescending, locale }: Direction,
): readonly Row[] {
  const collator = new Intl.Collator(locale, { numeric: true });
  const sign = isDescending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: valueOf(row) ?? null }))
    .sort(({ value: a }, { value: b }) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
      return sign * collator.compare(String(a), String(b));
    })
    .map(({ row }) => row);
}
