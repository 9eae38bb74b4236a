import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import type { Aligned } from '../../series/gaps.ts';
import type { PlotLine, Threshold } from './plot-props.ts';

const FEW = 40;
/** Ticks are round values, whose decimals are few unless the range is tiny. */
const AXIS_DIGITS = 6;
const DAY_SECONDS = 86_400;

export interface Drawing {
  readonly data: Aligned;
  readonly lines: readonly PlotLine[];
  readonly thresholds: readonly Threshold[];
  readonly timeZone: string;
  readonly number: (value: number, digits: number) => string;
  /** A label on the time axis; the date where ticks are days apart. */
  readonly tick: (seconds: number, isDay: boolean) => string;
  /** The point under the pointer; null when the pointer leaves. */
  readonly onCursor: (index: number | null) => void;
}

/** Canvases cannot use custom properties, so this resolves them on an element, in its current theme. */
function coloursOf(element: HTMLElement) {
  const names = ['--faint', '--line', '--bad', ...[1, 2, 3, 4, 5, 6].map((n) => `--series-${n}`)];
  const probes = names.map((name) => {
    const probe = document.createElement('i');
    probe.style.color = `var(${name})`;
    return probe;
  });
  element.append(...probes);
  const [ink = '', grid = '', limit = '', ...series] = probes.map((probe) => getComputedStyle(probe).color);
  for (const probe of probes) probe.remove();
  return { ink, grid, limit, series };
}

/** Draws into an element at its size; returns functions to move the cursor and to remove the drawing. */
export function draw(element: HTMLElement, drawing: Drawing) {
  const { data, lines, thresholds, timeZone, number, tick, onCursor } = drawing;
  const colours = coloursOf(element);
  const height = element.clientHeight;
  const axis = { stroke: colours.ink, grid: { stroke: colours.grid, width: 1 }, ticks: { show: false } };
  // Bars start at 0, because their length shows the amount.
  const floors = [...thresholds.map(({ value }) => value), ...(lines.some(isAmount) ? [0] : [])];
  const plot = new uPlot(
    {
      width: element.clientWidth,
      height,
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), timeZone),
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, y: false },
      scales: { y: { range: (_, low, high) => rangeOf(low, high, floors) } },
      axes: [
        {
          ...axis,
          space: 70,
          values: (_, splits, __, ___, step) =>
            withoutRepeats(splits.map((at) => tick(at, step >= DAY_SECONDS))),
        },
        { ...axis, size: 56, values: (_, splits) => splits.map((value) => number(value, AXIS_DIGITS)) },
      ],
      series: [
        {},
        ...lines.map((line, i) =>
          seriesOf(line, colours.series[i % colours.series.length] ?? colours.ink, data),
        ),
      ],
      hooks: {
        draw: [(drawn) => drawLimits(drawn, thresholds, colours.limit)],
        setCursor: [({ cursor }) => onCursor(cursor.idx ?? null)],
      },
    },
    // It changes none of them, and a year of readings is long to copy.
    [data.at, ...data.lines] as uPlot.AlignedData,
    element,
  );
  // It tells the first width too, which is drawn already.
  const resized = new ResizeObserver(() => {
    if (element.clientWidth !== plot.width) plot.setSize({ width: element.clientWidth, height });
  });
  resized.observe(element);
  return {
    point(index: number) {
      plot.setCursor({ left: plot.valToPos(data.at[index] ?? 0, 'x'), top: 0 }, false);
    },
    end() {
      resized.disconnect();
      plot.destroy();
    },
  };
}

function drawLimits(plot: uPlot, thresholds: readonly Threshold[], colour: string): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.setLineDash([6, 6]);
  for (const { value } of thresholds) {
    const y = plot.valToPos(value, 'y', true);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.restore();
}

/** Ticks less than a minute apart have the same label. */
const withoutRepeats = (labels: readonly string[]) =>
  labels.map((label, i) => (label === labels[i - 1] ? '' : label));

const isAmount = ({ kind }: PlotLine) => kind === 'bars' || kind === 'steps';

/** The range that contains the drawn values and the thresholds. */
function rangeOf(low: number | null, high: number | null, seen: readonly number[]): uPlot.Range.MinMax {
  const values = [low ?? 0, high ?? 1, ...seen];
  // Where all is 0, the library would show up to 100.
  if (values.every((value) => value === 0)) return [0, 1];
  return uPlot.rangeNum(Math.min(...values), Math.max(...values), 0.1, true);
}

function seriesOf({ kind }: PlotLine, colour: string, data: Aligned): uPlot.Series {
  const bars = kind === 'bars' ? uPlot.paths.bars?.({ size: [0.8, 40] }) : undefined;
  const steps = kind === 'steps' ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
  return {
    stroke: colour,
    width: 2,
    // Connects the points of a sector's scouting rounds across days on which only others were scouted.
    spanGaps: kind === 'points',
    points: {
      show: !bars && (kind === 'points' || kind === 'marks' || data.at.length < FEW),
      filter: (plot, series, areShown) => (areShown || bars ? null : isolatedPoints(plot.data[series] ?? [])),
      size: 6,
      fill: colour,
    },
    ...(kind === 'past' && { width: 1.5, dash: [5, 4] }),
    ...(bars && { fill: colour, paths: bars }),
    ...(steps && { paths: steps }),
    ...(kind === 'marks' && { paths: () => null }),
  };
}

/** Single points between two gaps, which a line would not show. */
function isolatedPoints(values: ArrayLike<number | null | undefined>): number[] {
  const found: number[] = [];
  for (let i = 0; i < values.length; i++)
    if ((values[i] ?? null) !== null && (values[i - 1] ?? null) === null && (values[i + 1] ?? null) === null)
      found.push(i);
  return found;
}
