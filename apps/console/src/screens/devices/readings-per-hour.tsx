import { Trans, useLingui } from '@lingui/react/macro';
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

/** How many readings a device sent in each of the last hours, as bars and as a list. */
export function ReadingsPerHour({ deviceId, readings, from, timeZone }: Props) {
  const { t } = useLingui();
  const { time } = useFormat();
  const total = readings.reduce((sum, count) => sum + count, 0);
  const most = Math.max(1, ...readings);
  const begins = (hour: number) => time(new Date(Date.parse(from) + hour * HOUR_MS).toISOString(), timeZone);
  return (
    <details className="per-hour">
      <summary aria-label={t`${deviceId}: ${total} readings in 24 hours`}>
        <svg viewBox={`0 0 ${readings.length * BAR} ${HEIGHT}`} aria-hidden="true">
          {readings.map((count, hour) => (
            <rect
              key={hour}
              className={count === 0 ? 'nothing' : 'series-1'}
              x={hour * BAR}
              y={HEIGHT - Math.max(1, (count / most) * HEIGHT)}
              width={BAR - 1}
              height={Math.max(1, (count / most) * HEIGHT)}
            />
          ))}
        </svg>{' '}
        <Figure value={total} />
      </summary>
      <ol>
        {readings.map((count, hour) => (
          <li key={hour}>
            <Trans>
              from {begins(hour)}: {count}
            </Trans>
          </li>
        ))}
      </ol>
    </details>
  );
}
