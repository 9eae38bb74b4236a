import { Trans } from '@lingui/react/macro';
import type { Project } from '../../../api/places.ts';
import { useToday } from '../../../parts/now.ts';
import { Day } from '../../../parts/when.tsx';
import { addDays, localDate } from '../../../time/local-day.ts';
import { choiceAtFirst } from '../indicators/indicator.ts';
import { useSeason } from '../indicators/indicator-query.ts';
import { useShortNames, useThresholdNames } from '../indicators/names.ts';
import { reachedBy } from '../indicators/thresholds.ts';
import { NowTile } from './now-tile.tsx';

interface Props {
  readonly project: Project;
  readonly isShown: boolean;
}

const NAME = 'heat-index';
const COURSE_DAYS = 30;
/** The hottest hour so far matters, however few hours of today there are. */
const CHOICE = { ...choiceAtFirst(NAME), minCoverage: 0 };

/** The hottest hour of today as it feels, with the category that tells what it does to those who work in it. */
export function HeatTile({ project: { projectId, timezone }, isShown }: Props) {
  const label = useShortNames()[NAME];
  const categories = useThresholdNames();
  const to = useToday(timezone);
  const { data: season, isError } = useSeason(
    NAME,
    { projectId, from: addDays(to, 1 - COURSE_DAYS), to },
    CHOICE,
  );
  const tile = { of: NAME, label, isShown, unit: '°C', digits: 1 } as const;
  if (isError && !season) return null;
  if (!season) return <NowTile {...tile} value={undefined} course={[]} />;
  const last = season.data.findLast(({ value }) => value !== null);
  if (!last) return null;
  const value = last.value ?? 0;
  const category = reachedBy(value, season);
  const day = localDate(new Date(last.day), timezone);
  return (
    <NowTile
      {...{ ...tile, value }}
      about={
        <>
          {category ? categories[category.name] : <Trans>highest</Trans>},{' '}
          <Day date={day} timeZone={timezone} />
        </>
      }
      course={season.data.map((each) => each.value)}
      isWarning={category?.warns ?? false}
    />
  );
}
