import { useLingui } from '@lingui/react/macro';
import type { Project } from '../../../api/places.ts';
import { useFormat } from '../../../parts/format.ts';
import { useToday } from '../../../parts/now.ts';
import { Day } from '../../../parts/when.tsx';
import { addDays, localDate } from '../../../time/local-day.ts';
import { choiceAtFirst, firstDayIn, type IndicatorName } from '../indicators/indicator.ts';
import { useSeason } from '../indicators/indicator-query.ts';
import { useShortNames, useUnitNames } from '../indicators/names.ts';
import { reachedBy } from '../indicators/thresholds.ts';
import { NowTile } from './now-tile.tsx';

interface Props {
  readonly name: IndicatorName;
  readonly project: Project;
  readonly isShown: boolean;
}

/** The days of the course of a daily value; a sum shows its whole season. */
const COURSE_DAYS = 30;

/** The latest value of an indicator; nothing where stations measure too little for it. */
export function IndicatorTile({ name, project, isShown }: Props) {
  const { t } = useLingui();
  const { day } = useFormat();
  const label = useShortNames()[name];
  const units = useUnitNames();
  const { timezone } = project;
  const today = useToday(timezone);
  const choice = choiceAtFirst(name);
  const from = firstDayIn(project, name, choice, today);
  const { data: season, isError } = useSeason(
    name,
    { projectId: project.projectId, from, to: today },
    choice,
  );
  const tile = { of: name, label, isShown };
  if (isError && !season) return null;
  if (!season) return <NowTile {...tile} value={undefined} unit="" course={[]} />;
  const last = season.data.findLast(({ value }) => value !== null);
  if (!last) return null;
  const { isSum } = choice;
  const isRisk = name === 'powdery-mildew';
  const value = isSum && name !== 'et0' ? last.total : (last.value ?? 0);
  const courseOf = isSum && name !== 'et0' ? 'total' : 'value';
  const days = courseOf === 'total' ? season.data : season.data.slice(-COURSE_DAYS);
  const since = day(from, 'UTC', Date.parse(addDays(from, COURSE_DAYS * 2)));
  const about =
    courseOf === 'total' ? (
      t`since ${since}`
    ) : (
      <Day date={localDate(new Date(last.day), timezone)} timeZone={timezone} />
    );
  return (
    <NowTile
      {...{ ...tile, value, about }}
      unit={isRisk ? '/ 100' : name === 'chill' ? t`CP` : (units[season.meta.unit] ?? season.meta.unit)}
      digits={isRisk || name === 'degree-days' ? 0 : 1}
      course={days.map((each) => (each.value === null ? null : each[courseOf]))}
      isWarning={reachedBy(value, season)?.warns ?? false}
    />
  );
}
