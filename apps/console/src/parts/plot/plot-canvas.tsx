import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, use, useEffect, useEffectEvent, useRef } from 'react';
import { lastKnown } from '../../series/gaps.ts';
import { type Format, useFormat } from '../format.ts';
import { useIsNear } from '../near.ts';
import { isPrinting } from '../printing.ts';
import { isOfNow, type PlotProps } from './plot-props.ts';

/** Loaded beside the screen, because only drawing needs it. */
const library = import('./canvas.ts');
// React shows the error where a plot is.
library.catch(() => undefined);

interface CanvasProps extends Required<
  Pick<PlotProps, 'label' | 'data' | 'lines' | 'thresholds' | 'timeZone'>
> {
  readonly index: number | null;
  readonly setIndex: (index: number | null) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, PageUp: 24, PageDown: -24 };

/** A plot with a cursor for pointer and arrow keys; screen readers announce each point. */
export function Canvas({ label, data, lines, thresholds, timeZone, index, setIndex }: CanvasProps) {
  const { t } = useLingui();
  const { number, tick, dateTime } = useFormat();
  const { container, drawn } = useDrawing({ data, lines, thresholds, timeZone, number, tick, setIndex });
  const last = data.at.length - 1;
  const walk = (event: KeyboardEvent) => {
    const ends: Readonly<Record<string, number>> = { Home: 0, End: last };
    const step = STEPS[event.key];
    const to =
      ends[event.key] ?? (step === undefined ? undefined : (index ?? (step > 0 ? -1 : last + 1)) + step);
    if (to === undefined) return;
    event.preventDefault();
    const point = Math.max(0, Math.min(last, to));
    setIndex(point);
    drawn.current?.point(point);
  };
  const shown = index ?? lastKnown(data, isOfNow(lines));
  const at = data.at[shown];
  const values = lines.flatMap((line, i) => {
    const value = data.lines[i]?.[shown] ?? null;
    if (value === null && line.kind === 'marks') return [];
    return `${line.label} ${value === null ? t`no reading` : `${number(value, line.digits)} ${line.unit}`}`;
  });
  return (
    <div
      ref={container}
      className="canvas"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={Math.max(0, shown)}
      aria-valuetext={
        at === undefined
          ? t`no reading`
          : `${dateTime(new Date(at * 1_000).toISOString(), timeZone)}: ${values.join(', ')}`
      }
      onKeyDown={walk}
    />
  );
}

type Drawn = Omit<CanvasProps, 'label' | 'index'> & Pick<Format, 'number' | 'tick'>;

/** Draws when the plot comes near the screen, and again when the data or the colours change. */
function useDrawing({ data, lines, thresholds, timeZone, number, tick, setIndex }: Drawn) {
  const { draw } = use(library);
  const container = useRef<HTMLDivElement>(null);
  const drawn = useRef<ReturnType<typeof draw>>(undefined);
  const isNear = useIsNear(container);
  const begin = useEffectEvent((element: HTMLElement) => {
    drawn.current?.end();
    drawn.current = draw(element, {
      data,
      lines,
      thresholds,
      timeZone,
      number,
      tick: (at, isDay) => tick(at, isDay, timeZone),
      onCursor: setIndex,
    });
  });
  useEffect(() => {
    const element = container.current;
    if (!element || !isNear) return undefined;
    const again = () => begin(element);
    // Each in a task of its own, so that several plots do not block the page as long as all of them take.
    const first = isPrinting() ? undefined : setTimeout(again);
    if (first === undefined) again();
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    // Print uses the light theme.
    const paper = matchMedia('print');
    scheme.addEventListener('change', again);
    paper.addEventListener('change', again);
    document.addEventListener('furrow-theme', again);
    return () => {
      clearTimeout(first);
      scheme.removeEventListener('change', again);
      paper.removeEventListener('change', again);
      document.removeEventListener('furrow-theme', again);
      drawn.current?.end();
      drawn.current = undefined;
    };
  }, [data, lines, thresholds, timeZone, isNear]);
  return { container, drawn };
}
