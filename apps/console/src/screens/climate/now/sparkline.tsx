interface Props {
  readonly values: readonly (number | null)[];
  readonly isBars?: boolean;
}

const WIDTH = 120;
const HEIGHT = 32;
/** More are not seen in so little space. */
const MOST = 60;

/** The course of a value in little space, without axes; the plot tells it in numbers. */
export function Sparkline({ values, isBars = false }: Props) {
  const shown = condensed(values, isBars);
  const known = shown.filter((value) => value !== null);
  if (known.length < 2) return <svg className="sparkline" aria-hidden="true" />;
  const low = isBars ? 0 : Math.min(...known);
  const span = Math.max(...known) - low || 1;
  const x = (i: number) => (i / Math.max(1, shown.length - 1)) * WIDTH;
  const y = (value: number) => HEIGHT - 2 - ((value - low) / span) * (HEIGHT - 4);
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {isBars && <path className="floor" d={`M0 ${HEIGHT - 1}H${WIDTH}`} />}
      {isBars ? (
        shown.map((value, i) => (value ? <path key={i} d={`M${x(i)} ${HEIGHT}V${y(value)}`} /> : null))
      ) : (
        <path d={lineOf(shown, x, y)} />
      )}
    </svg>
  );
}

/** A path that is interrupted where a value is missing. */
function lineOf(
  values: readonly (number | null)[],
  x: (i: number) => number,
  y: (value: number) => number,
): string {
  let isDrawing = false;
  return values
    .map((value, i) => {
      if (value === null) {
        isDrawing = false;
        return '';
      }
      const command = isDrawing ? 'L' : 'M';
      isDrawing = true;
      return `${command}${x(i).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
}

/** Means of neighbours, or their sums; null only where all of them are missing. */
function condensed(values: readonly (number | null)[], isSum: boolean): (number | null)[] {
  const each = Math.ceil(values.length / MOST);
  const parts: (number | null)[] = [];
  for (let from = 0; from < values.length; from += each) {
    const known = values.slice(from, from + each).filter((value) => value !== null);
    const sum = known.reduce((total, value) => total + value, 0);
    parts.push(known.length === 0 ? null : isSum ? sum : sum / known.length);
  }
  return parts;
}
