import { Trans } from '@lingui/react/macro';
import { localDate } from '../../time/local-day.ts';
import { Figure, Share } from '../figure.tsx';
import { lastKnown } from '../../series/gaps.ts';
import { useFormat } from '../format.ts';
import { isOfNow, type PlotProps } from './plot-props.ts';

/** The values under the cursor; without a cursor, the latest ones. */
export function Readout({
  data,
  lines,
  besides = [],
  timeZone,
  isDaily,
  index,
}: PlotProps & { readonly index: number | null }) {
  const { dateTime, date } = useFormat();
  const shown = index ?? lastKnown(data, isOfNow(lines));
  const at = data.at[shown];
  if (at === undefined) return null;
  const values = lines
    .map((line, i) => ({ line, value: data.lines[i]?.[shown] ?? null }))
    .filter(({ line, value }) => value !== null || line.kind !== 'marks');
  const instant = new Date(at * 1_000);
  return (
    <p className="readout">
      {isDaily ? date(localDate(instant, timeZone)) : dateTime(instant.toISOString(), timeZone)}
      {': '}
      {values.map(({ line, value }, i) => (
        <span key={line.label}>
          {i > 0 && ' · '}
          {line.label} {value === null ? <Trans>no reading</Trans> : <Figure {...line} value={value} />}
        </span>
      ))}
      {besides.map(({ label, shares }) => (
        <span key={label}>
          {' · '}
          {label} <Share value={shares[shown]} />
        </span>
      ))}
    </p>
  );
}
