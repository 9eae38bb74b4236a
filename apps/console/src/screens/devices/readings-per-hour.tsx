import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Figure } from '../../parts/figure.tsx';
import { useFormat } from '../../parts/format.ts';

const HOUR_MS = 3_600_000;
const HEIGHT = 24;
const BAR = 4;

interface Props {
  readonly deviceId: string;
  /** One per hour, oldest first. */
  readonly readings: readonly number[];
  /** The beginning of the first hour. */
  readonly from: string;
  readonly timeZone: string;
}

const barsOf = (heights: readonly number[]): string =>
  heights
    .map((height, hour) => (height === 0 ? '' : `M${hour * BAR} ${HEIGHT}v${-height}h${BAR - 1}v${height}z`))
    .join('');

/** How many readings a device sent in each of the last hours, as bars and as a list. */
export function ReadingsPerHour({ deviceId, readings, from, timeZone }: Props) {
  const { t } = useLingui();
  const { time } = useFormat();
  const [isOpen, open] = useState(false);
  const total = readings.reduce((sum, count) => sum + count, 0);
  const most = Math.max(1, ...readings);
  const begins = (hour: number) => time(new Date(Date.parse(from) + hour * HOUR_MS).toISOString(), timeZone);
  return (
    <details className="per-hour" onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary aria-label={t`${deviceId}: ${total} readings in 24 hours`}>
        <svg viewBox={`0 0 ${readings.length * BAR} ${HEIGHT}`} aria-hidden="true">
          <path className="nothing" d={barsOf(readings.map((count) => (count === 0 ? 1 : 0)))} />
          <path
            className="series-1"
            d={barsOf(readings.map((count) => (count === 0 ? 0 : Math.max(1, (count / most) * HEIGHT))))}
          />
        </svg>{' '}
        <Figure value={total} />
      </summary>
      {isOpen && (
        <ol>
          {readings.map((count, hour) => (
            <li key={hour}>{t`from ${begins(hour)}: ${count}`}</li>
          ))}
        </ol>
      )}
    </details>
  );
}
