import { type Figure, isMet, shareOfGoal } from '../bench.ts';
import { cellsOf } from './table.ts';

const ROW = 24;
const TOP = 56;
const PLOT = 340;
const GLYPH = 6.6;
/** Bars are cut off at these ratios, because larger ones would waste space. */
const [MIN_RATIO, MAX_RATIO] = [0.1, 20];
const TICKS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20];

const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #24292f }
  .paper { fill: #ffffff } .grid { stroke: #d0d7de } .goal { stroke: #24292f; stroke-width: 1.5 }
  .met { fill: #1a7f37 } .missed { fill: #cf222e } .quiet { fill: #57606a } .end { text-anchor: end } .middle { text-anchor: middle }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .paper { fill: #0d1117 } .grid { stroke: #30363d } .goal { stroke: #e6edf3 }
    .met { fill: #3fb950 } .missed { fill: #ff7b72 } .quiet { fill: #9198a1 }
  }`;

/**
 * Draws one bar per figure on a logarithmic axis, from its goal to its ratio to the goal: to the right where the goal
 * is met, to the left where it is missed.
 *
 * @returns a self-contained SVG document
 */
export function chartOf(figures: readonly Figure[], subtitle: string): string {
  const labels = figures.map(({ bench, what }) => `${bench}: ${what}`);
  const texts = figures.map((figure) => {
    const [service, , ratio, goal] = cellsOf(figure);
    return `${isMet(figure) ? '✓' : '✗'} ${ratio || service} (${goal})`;
  });
  const widthOf = (texts: readonly string[]) =>
    Math.ceil(GLYPH * Math.max(0, ...texts.map(({ length }) => length)));
  const left = 24 + widthOf(labels);
  const width = left + PLOT + 24 + widthOf(texts);
  const height = TOP + ROW * figures.length + 16;
  const x = (share: number) => {
    const inside = Math.min(MAX_RATIO, Math.max(MIN_RATIO, share));
    return Math.round(left + (PLOT * Math.log(inside / MIN_RATIO)) / Math.log(MAX_RATIO / MIN_RATIO));
  };
  const ticks = TICKS.map(
    (tick) =>
      `<line class="${tick === 1 ? 'goal' : 'grid'}" x1="${x(tick)}" x2="${x(tick)}" y1="${TOP - 6}" y2="${height - 12}"/>` +
      `<text class="quiet middle" x="${x(tick)}" y="${TOP - 12}">${tick === 1 ? 'goal' : `${tick}×`}</text>`,
  );
  const bars = figures.map((figure, row) => {
    const y = TOP + ROW * row;
    const [from, to] = [x(1), x(shareOfGoal(figure))];
    const sign = isMet(figure) ? 'met' : 'missed';
    return (
      `<text class="end" x="${left - 12}" y="${y + 16}">${escaped(labels[row] as string)}</text>` +
      `<rect class="${sign}" x="${Math.min(from, to)}" y="${y + 5}" width="${Math.max(2, Math.abs(to - from))}" height="${ROW - 10}" rx="2"/>` +
      `<text class="${sign}" x="${left + PLOT + 12}" y="${y + 16}">${escaped(texts[row] as string)}</text>`
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>Ratio of each figure to its goal</title>`,
    `<desc>${escaped(figures.map((_, row) => `${labels[row]}: ${texts[row]}`).join('; '))}</desc>`,
    `<style>${STYLE}\n</style>`,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    `<text class="quiet" x="12" y="20">${escaped(subtitle)}</text>`,
    ...ticks,
    ...bars,
    '</svg>\n',
  ].join('\n');
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
