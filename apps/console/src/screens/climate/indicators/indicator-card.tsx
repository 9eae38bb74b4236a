import { useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import type { Project } from '../../../api/places.ts';
import { Answered } from '../../../parts/answered.tsx';
import type { Beside, PlotLine } from '../../../parts/plot/plot-props.ts';
import { Plot } from '../../../parts/plot/plot.tsx';
import { Exports } from '../../../parts/exports.tsx';
import { Empty } from '../../../parts/states.tsx';
import { inColumns } from '../../../series/gaps.ts';
import { besideYearBefore, yearsOf } from '../../../series/seasons.ts';
import { yearBefore } from '../../../time/local-day.ts';
import { Until } from '../until.tsx';
import { IndicatorForm } from './indicator-form.tsx';
import { type Season, type SeasonAsked, useIndicator } from './indicator-query.ts';
import { IndicatorWords } from './indicator-words.tsx';
import { useIndicatorNames, useUnitNames } from './names.ts';
import { choiceAtFirst, type Choice, firstDayIn, hasSum, type IndicatorName } from './indicator.ts';
import { useThresholds } from './thresholds.ts';

interface Props {
  readonly name: IndicatorName;
  readonly project: Project;
  readonly to: string;
  readonly onUntil: (to: string) => void;
}

/** One indicator: a plot beside the previous year, an explanation, and its parameters. */
export function IndicatorCard({ name, project, to, onUntil }: Props) {
  const [choice, choose] = useState<Choice>(() => choiceAtFirst(name));
  const { projectId } = project;
  const from = firstDayIn(project, name, choice, to);
  const asked = { projectId, from, to };
  const seasons = useIndicator(name, asked, choice);
  const title = useIndicatorNames()[name];
  return (
    <section className="chosen indicator">
      <div className="filters no-print">
        <Until value={to} onChange={onUntil} />
      </div>
      <Answered of={seasons}>
        {({ now, before }) => (
          <>
            <Course {...{ name, title, asked, now, before }} isSum={choice.isSum && hasSum(name)} />
            <IndicatorWords {...{ name, from }} season={now} hasBefore={hasValues(before)} />
          </>
        )}
      </Answered>
      <Exports
        of={title}
        from={`/api/iot/indicators/${name}`}
        filters={{ ...asked, minCoverage: choice.minCoverage, ...choice.parameters }}
      />
      <IndicatorForm {...{ name, title, choice, from, to }} onChange={choose} />
    </section>
  );
}

const hasValues = (season: Season) => season.data.some(({ value }) => value !== null);

interface CourseProps {
  readonly name: IndicatorName;
  readonly title: string;
  readonly asked: SeasonAsked;
  readonly now: Season;
  readonly before: Season;
  readonly isSum: boolean;
}

function Course({ name, title, asked: { from, to }, now, before, isSum }: CourseProps) {
  const { t } = useLingui();
  const { timezone } = now.meta;
  const unit = useUnitNames()[now.meta.unit] ?? now.meta.unit;
  const what = unit === '' ? title : `${title} (${unit})`;
  const label = isSum ? t`${what}: sum` : t`${what}: by day`;
  const [years, yearsBefore] = [yearsOf(from, to), yearsOf(yearBefore(from), yearBefore(to))];
  const hasBefore = hasValues(before);
  const coverage = t`Coverage`;
  const thresholds = useThresholds(name, now);
  const { data, lines, besides } = useMemo(() => {
    const rows = besideYearBefore(now.data, before.data, timezone, isSum);
    const both: PlotLine[] = [
      { label: years, unit, digits: 1 },
      { label: yearsBefore, unit, digits: 1, kind: 'past' },
    ];
    const shown = hasBefore ? 2 : 1;
    return {
      data: inColumns(rows.map(({ at, values }) => ({ at, values: values.slice(0, shown) }))),
      lines: both.slice(0, shown),
      besides: [{ label: coverage, shares: now.data.map((day) => day.coverage) }] satisfies Beside[],
    };
  }, [now, before, timezone, isSum, years, yearsBefore, unit, hasBefore, coverage]);
  if (!hasBefore && !hasValues(now))
    return (
      <Empty
        title={title}
      >{t`No day of the season has enough data. Under “Settings” you can accept days with fewer hours.`}</Empty>
    );
  return <Plot {...{ label, data, lines, besides, thresholds }} timeZone={timezone} isDaily />;
}
