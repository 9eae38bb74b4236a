const LETTERS = 26;

/** The name of a column: 0 is `A`, 27 is `AB`. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % LETTERS));
  return index < LETTERS ? last : columnLetters(Math.floor(index / LETTERS) - 1) + last;
}

/** The index of the column of a cell such as `AB3`; undefined where that is no cell. */
export function columnIndex(cell: string): number | undefined {
  const letters = /^([A-Z]{1,3})\d{1,7}$/u.exec(cell)?.[1];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - 64, 0) - 1;
}
