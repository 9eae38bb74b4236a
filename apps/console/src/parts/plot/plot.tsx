import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { whenIdle } from '../../api/idle.ts';
import { Canvas } from './plot-canvas.tsx';
import type { PlotProps, Threshold } from './plot-props.ts';
import { Readout } from './readout.tsx';

const NONE: readonly Threshold[] = [];

const loadTable = () => import('./plot-table.tsx');
const PlotTable = lazy(async () => ({ default: (await loadTable()).PlotTable }));

/** A series as a plot with a keyboard cursor, and as a table. */
export function Plot(props: PlotProps) {
  const { label, data, lines, thresholds = NONE, timeZone } = props;
  const [isTable, showTable] = useState(false);
  const [index, setIndex] = useState<number | null>(null);
  const id = useId();
  // Tables are as much to load as a screen, so that plots do not wait for them.
  useEffect(() => whenIdle(() => void loadTable().catch(() => undefined)), []);
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
        {/* One line is named by the title. */}
        {lines.length > 1 &&
          lines.map((line, i) => (
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
      <Suspense fallback={<div className="canvas" />}>
        {isTable ? (
          <PlotTable {...props} />
        ) : (
          <Canvas {...{ label, data, lines, thresholds, timeZone, index, setIndex }} />
        )}
      </Suspense>
      {!isTable && <Readout {...props} index={index} />}
    </figure>
  );
}
