import { Trans } from '@lingui/react/macro';
import { localDate } from '../../time/local-day.ts';
import { Figure } from '../figure.tsx';
import { useFormat } from '../format.ts';
import type { PlotProps } from './plot-props.ts';

/** The values under the cursor; without one, the last that were measured. */
export function Readout({
  data,
  lines,
  timeZone,
  isDaily,
  index,
}: PlotProps & { readonly index: number | null }) {
  const { dateTime, date } = useFormat();
  const shown = index ?? data.at.length - 1;
  const at = data.at[shown];
  if (at === undefined) return null;
  const instant = new Date(at * 1_000);
  return (
    <p className="readout">
      {isDaily ? date(localDate(instant, timeZone)) : dateTime(instant.toISOString(), timeZone)}
      {': '}
      {lines.map((line, i) => {
        const value = data.lines[i]?.[shown] ?? null;
        return (
          <span key={line.label}>
            {line.label} {value === null ? <Trans>no reading</Trans> : <Figure {...line} value={value} />}
            {i < lines.length - 1 && ' · '}
          </span>
        );
      })}
    </p>
  );
}
