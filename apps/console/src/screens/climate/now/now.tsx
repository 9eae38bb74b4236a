import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'wouter';
import type { Project } from '../../../api/places.ts';
import { Figure } from '../../../parts/figure.tsx';
import { useToday } from '../../../parts/now.ts';
import { When } from '../../../parts/when.tsx';
import { QUANTITIES, type WeatherSeries } from '../climate-query.ts';
import { useIndicatorNames } from '../indicators/names.ts';
import { useQuantities } from '../quantities.ts';
import { type Shown, withChoice } from '../view.ts';
import { HeatTile } from './heat-tile.tsx';
import { IndicatorTile } from './indicator-tile.tsx';
import { NowTile } from './now-tile.tsx';
import { recentOf } from './recent.ts';

const TILES = ['te', 'hr', 'wind', 'rain'] as const;
const INDICATOR_TILES = ['degree-days', 'chill', 'et0', 'powdery-mildew'] as const;
const OTHERS = QUANTITIES.filter((of) => !TILES.some((tile) => tile === of));

interface Props {
  readonly project: Project;
  readonly weather: WeatherSeries;
  readonly shown: Shown;
  readonly isMeasured: (of: Shown) => boolean;
}

/** What matters now in a row, and what else can be shown: each a link to its plot. What nobody measures is left out. */
export function Now({ project, weather, shown, isMeasured }: Props) {
  const { t } = useLingui();
  const { timezone } = project;
  return (
    <nav className="choices" aria-label={t`What is shown`}>
      <div className="tiles">
        {TILES.map((of) => (
          <WeatherTile key={of} {...{ of, weather, timezone }} isShown={shown === of} />
        ))}
        {weather.values.te && weather.values.hr && (
          <HeatTile project={project} isShown={shown === 'heat-index'} />
        )}
        {INDICATOR_TILES.map((name) => (
          <IndicatorTile key={name} name={name} project={project} isShown={shown === name} />
        ))}
      </div>
      <Others shown={shown} isMeasured={isMeasured} />
    </nav>
  );
}

/** When a station reported last. */
export function LastReading({ weather, timezone }: Pick<Props, 'weather'> & { readonly timezone: string }) {
  const last = weather.at.at(-1);
  if (last === undefined) return null;
  return (
    <p className="as-of">
      <Trans>
        Last reading <When at={new Date(last * 1_000).toISOString()} timeZone={timezone} />
      </Trans>
    </p>
  );
}

interface WeatherTileProps extends Pick<Props, 'weather'> {
  readonly of: (typeof TILES)[number];
  readonly timezone: string;
  readonly isShown: boolean;
}

function WeatherTile({ of, weather, timezone, isShown }: WeatherTileProps) {
  const { t } = useLingui();
  const { label, unit, digits, kind } = useQuantities()[of];
  const recent = recentOf(weather, of, useToday(timezone));
  if (!recent) return null;
  const { today, last, values } = recent;
  const isSum = kind === 'bars';
  return (
    <NowTile
      {...{ of, isShown, unit, digits }}
      label={of === 'hr' ? t`Humidity` : label}
      value={isSum ? (today?.sum ?? 0) : last}
      about={
        isSum
          ? t`since midnight`
          : today && (
              <Trans>
                today <Figure value={today.low} digits={digits} /> –{' '}
                <Figure value={today.high} digits={digits} />
              </Trans>
            )
      }
      course={values}
      isBars={isSum}
    />
  );
}

function Others({ shown, isMeasured }: Pick<Props, 'shown' | 'isMeasured'>) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const quantities = useQuantities();
  const indicators = useIndicatorNames();
  const isThere = (of: Shown) => of === shown || isMeasured(of);
  const others: readonly (readonly [Shown, string])[] = [
    ...OTHERS.filter(isThere).map((of) => [of, quantities[of].label] as const),
    // It is calculated from either.
    ...(isThere('par') || isThere('rad') || shown === 'dli' ? [['dli', indicators.dli] as const] : []),
    ...[['plants', t`Plants`] as const, ['soil', t`Soil`] as const, ['irrigation', t`Irrigation`] as const],
  ];
  return (
    <ul className="pills">
      {others.map(([of, label]) => (
        <li key={of}>
          <Link href={withChoice(search, { show: of })} aria-current={shown === of ? 'true' : undefined}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
