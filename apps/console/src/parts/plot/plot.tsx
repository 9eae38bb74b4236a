import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useFormat } from '../format.ts';
import { draw } from './canvas.ts';
import type { PlotProps, Threshold } from './plot-props.ts';
import { PlotTable } from './plot-table.tsx';
import { Readout } from './readout.tsx';

const NONE: readonly Threshold[] = [];

/** A series to look at, to walk along with the arrow keys, and to read as a table. */
export function Plot(props: PlotProps) {
  const { label, data, lines, thresholds = NONE, timeZone } = props;
  const [isTable, showTable] = useState(false);
  const [index, setIndex] = useState<number | null>(null);
  const id = useId();
  return (
    <figure className="plot" aria-labelledby={id}>
      <figcaption>
        <strong id={id}>{label}</strong>
        <button
          type="button"
          className="quiet no-print"
          aria-pressed={isTable}
          onClick={() => showTable(!isTable)}
        >
          {isTable ? <Trans>Show as plot</Trans> : <Trans>Show as table</Trans>}
        </button>
      </figcaption>
      <ul className="legend">
        {lines.map((line, i) => (
          <li key={line.label}>
            <span className={`dot series-${(i % 6) + 1}`} aria-hidden="true" /> {line.label}
          </li>
        ))}
        {thresholds.map((limit) => (
          <li key={limit.label} className="limit">
            {limit.label}
          </li>
        ))}
      </ul>
      {isTable ? (
        <PlotTable {...props} />
      ) : (
        <>
          <Canvas {...{ label, data, lines, thresholds, timeZone, index, setIndex }} />
          <Readout {...props} index={index} />
        </>
      )}
    </figure>
  );
}

interface CanvasProps extends Required<
  Pick<PlotProps, 'label' | 'data' | 'lines' | 'thresholds' | 'timeZone'>
> {
  readonly index: number | null;
  readonly setIndex: (index: number | null) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, PageUp: 24, PageDown: -24 };

function Canvas({ label, data, lines, thresholds, timeZone, index, setIndex }: CanvasProps) {
  const { t } = useLingui();
  const { number, dateTime } = useFormat();
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<ReturnType<typeof draw>>(undefined);
  const begin = useEffectEvent((element: HTMLElement) => {
    drawn.current?.end();
    drawn.current = draw(element, { data, lines, thresholds, timeZone, number, onCursor: setIndex });
  });
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const again = () => begin(element);
    again();
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', again);
    document.addEventListener('furrow-theme', again);
    return () => {
      scheme.removeEventListener('change', again);
      document.removeEventListener('furrow-theme', again);
      drawn.current?.end();
      drawn.current = undefined;
    };
  }, [data, lines, thresholds, timeZone]);
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
  const at = data.at[index ?? last];
  const values = lines.map((line, i) => {
    const value = data.lines[i]?.[index ?? last] ?? null;
    return `${line.label} ${value === null ? t`no reading` : `${number(value, line.digits)} ${line.unit}`}`;
  });
  return (
    <div
      ref={place}
      className="canvas"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={index ?? Math.max(0, last)}
      aria-valuetext={
        at === undefined
          ? t`no reading`
          : `${dateTime(new Date(at * 1_000).toISOString(), timeZone)}: ${values.join(', ')}`
      }
      onKeyDown={walk}
    />
  );
}
