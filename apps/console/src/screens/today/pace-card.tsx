import { Trans, useLingui } from '@lingui/react/macro';
import { TrendingDown, TrendingUp } from 'lucide-react';
import type { HarvestPace } from '../../api/types.ts';
import { useCompany } from '../../app/signed-in.ts';
import { Card } from '../../parts/elements/card.tsx';
import { Figure } from '../../parts/figure.tsx';
import { useFormat } from '../../parts/format.ts';

/** How much was picked hour by hour, beside the same hours of yesterday. */
export function PaceCard({ pace: { unit, hours } }: { readonly pace: HarvestPace }) {
  const { t } = useLingui();
  const last = hours.at(-1);
  if (last === undefined) return null;
  const shown = unit ?? t`units`;
  return (
    <Card title={t`The last hour`} beside={<Trend {...last} />}>
      <p className="big">
        <Figure value={last.units} unit={shown} />
      </p>
      <p>
        <Trans>
          Yesterday at this hour: <Figure value={last.dayBefore} unit={shown} />
        </Trans>
      </p>
      <Hours hours={hours} unit={shown} />
    </Card>
  );
}

function Trend({ units, dayBefore }: { readonly units: number; readonly dayBefore: number }) {
  const { t } = useLingui();
  if (dayBefore === 0 || units === dayBefore) return null;
  return units > dayBefore ? (
    <p className="chip good">
      <TrendingUp />
      {t`faster than yesterday`}
    </p>
  ) : (
    <p className="chip warn">
      <TrendingDown />
      {t`slower than yesterday`}
    </p>
  );
}

const [BAR, GAP, HEIGHT] = [16, 8, 72];

function Hours({ hours, unit }: { readonly hours: HarvestPace['hours']; readonly unit: string }) {
  const { t } = useLingui();
  const { number, time } = useFormat();
  const most = Math.max(1e-9, ...hours.flatMap(({ units, dayBefore }) => [units, dayBefore]));
  const high = (units: number) => (HEIGHT * units) / most;
  const { timezone: zone } = useCompany();
  const [first, last] = [hours[0], hours.at(-1)];
  const total = (of: 'units' | 'dayBefore') => number(hours.reduce((sum, hour) => sum + hour[of], 0));
  const [today, before] = [total('units'), total('dayBefore')];
  return (
    <figure className="hours">
      <svg
        viewBox={`0 0 ${hours.length * (BAR + GAP)} ${HEIGHT + 2}`}
        role="img"
        aria-label={t`In the last twelve hours ${today} ${unit}, in the same hours of yesterday ${before} ${unit}.`}
      >
        {hours.map(({ endsAt, units, dayBefore }, i) => (
          <g key={endsAt} transform={`translate(${i * (BAR + GAP) + GAP / 2} 0)`}>
            <rect
              className="before"
              x={-3}
              width={BAR + 6}
              y={HEIGHT - high(dayBefore)}
              height={high(dayBefore)}
              rx={3}
            />
            <rect className="series-1" width={BAR} y={HEIGHT - high(units)} height={high(units)} rx={2} />
          </g>
        ))}
        <path className="ground" d={`M0 ${HEIGHT + 1}H${hours.length * (BAR + GAP)}`} />
      </svg>
      <figcaption>
        <span>{first && time(new Date(Date.parse(first.endsAt) - 3_600_000).toISOString(), zone)}</span>
        <ul className="legend">
          <li>
            <span className="dot series-1" aria-hidden="true" /> {t`today`}
          </li>
          <li>
            <span className="dot before" aria-hidden="true" /> {t`yesterday`}
          </li>
        </ul>
        <span>{last && time(last.endsAt, zone)}</span>
      </figcaption>
    </figure>
  );
}
