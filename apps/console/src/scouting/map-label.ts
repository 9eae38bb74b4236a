/** Of a letter, in parts of the size of its font; wide enough for most fonts. */
const LETTER = 0.58;
const FONT = 13;
const SMALLEST_FONT = 9;

export interface MapLabel {
  readonly lines: readonly string[];
  readonly fontSize: number;
  readonly x: number;
}

const widthOf = (line: string, fontSize: number) => line.length * fontSize * LETTER;

/**
 * A label within a sector of a map: in two lines where one would be wider than the sector, then smaller, and never cut at
 * the edge of the map.
 */
export function labelIn(
  text: string,
  sector: { readonly x: number; readonly width: number },
  map: number,
): MapLabel {
  const isWide = widthOf(text, FONT) > sector.width;
  const lines = isWide ? inTwo(text) : [text];
  const longest = lines.reduce((one, other) => (other.length > one.length ? other : one));
  const fitting = sector.width / (longest.length * LETTER);
  const fontSize = Math.max(SMALLEST_FONT, Math.min(FONT, fitting));
  const half = widthOf(longest, fontSize) / 2 + 2;
  return { lines, fontSize, x: Math.max(half, Math.min(map - half, sector.x)) };
}

/** Split at the space that is nearest to the middle. */
function inTwo(text: string): readonly string[] {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  const fromMiddle = (index: number) => Math.abs(index - text.length / 2);
  const [split] = spaces.sort((a, b) => fromMiddle(a) - fromMiddle(b));
  return split === undefined ? [text] : [text.slice(0, split), text.slice(split + 1)];
}
