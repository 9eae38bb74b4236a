import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import type { Project } from '../../api/places.ts';
import type { Form, ObservedDay } from '../../api/types.ts';
import { Answered } from '../../parts/answered.tsx';
import { Choose } from '../../parts/fields/choose.tsx';
import type { PlotLine, Threshold } from '../../parts/plot/plot-props.ts';
import { Plot } from '../../parts/plot/plot.tsx';
import { Empty } from '../../parts/states.tsx';
import { byTime, inColumns } from '../../series/gaps.ts';
import { type Days, useObservedDays, useScoutingForms } from './scouting-query.ts';

/** What was counted, in what share of places it was found, how severe it was there. */
type Measure = 'counted' | 'incidence' | 'severity';

interface Props {
  readonly project: Project;
  readonly days: Days;
  readonly pest: string;
}

/** The measures of a pest by day and sector; counts are shown with their threshold. */
export function OverTime(props: Props) {
  const { t } = useLingui();
  const [measure, choose] = useState<Measure>('counted');
  const measures = [
    { value: 'counted' as const, label: t`What was counted` },
    { value: 'incidence' as const, label: t`Incidence` },
    { value: 'severity' as const, label: t`Severity` },
  ];
  return (
    <div className="over-time">
      <Answered of={useObservedDays(props.project.projectId, props.days)}>
        {(found) => <Course {...props} measure={measure} found={found} />}
      </Answered>
      <Choose label={t`Over time`} value={measure} options={measures} onChange={choose} />
    </div>
  );
}

interface CourseProps extends Props {
  readonly measure: Measure;
  readonly found: readonly ObservedDay[];
}

const NO_THRESHOLDS: readonly Threshold[] = [];

function Course({ project, pest, measure, found }: CourseProps) {
  const { t } = useLingui();
  const thresholds = useThresholds(pest);
  const { data, lines } = useMemo(() => {
    const { sectors } = project;
    const values = found.flatMap(({ name, day, sectorId, [measure]: value }) =>
      name === pest && value !== null ? [{ at: Date.parse(day) / 1_000, sectorId, value }] : [],
    );
    const seen = sectors.filter(({ sectorId }) => values.some((value) => value.sectorId === sectorId));
    const index = (sectorId: string) => seen.findIndex((sector) => sector.sectorId === sectorId);
    const known = values.filter(({ sectorId }) => index(sectorId) >= 0);
    const rows = byTime(
      known,
      ({ at }) => at,
      ({ sectorId }) => index(sectorId),
      ({ value }) => value,
      seen.length,
    );
    return {
      // Scouting is not daily, so days between two rounds are not gaps.
      data: inColumns(rows),
      lines: seen.map(({ sector_name }): PlotLine => ({
        label: sector_name,
        unit: measure === 'counted' ? '' : '%',
        digits: 1,
        kind: 'points',
      })),
    };
  }, [project, pest, measure, found]);
  if (data.at.length === 0)
    return (
      <Empty title={t`No value was recorded.`}>
        <Trans>Scouts enter a number where the form asks for a count.</Trans>
      </Empty>
    );
  const labels: Readonly<Record<Measure, string>> = {
    counted: t`${pest}: mean of what was counted, by day`,
    incidence: t`${pest}: incidence by day (%)`,
    severity: t`${pest}: severity by day (%)`,
  };
  return (
    <Plot
      label={labels[measure]}
      data={data}
      lines={lines}
      thresholds={measure === 'counted' ? thresholds : NO_THRESHOLDS}
      timeZone={project.timezone}
      isDaily
    />
  );
}

/** The threshold in the form's field for the pest, if it has one. */
function useThresholds(pest: string): readonly Threshold[] {
  const { t } = useLingui();
  const { data: forms } = useScoutingForms();
  const label = t`Threshold`;
  return useMemo(() => {
    const fields = (forms ?? []).flatMap((form: Form) => form.fields);
    const values = fields.flatMap((field) =>
      field.label === pest && field.threshold !== undefined ? [field.threshold] : [],
    );
    return [...new Set(values)].map((value) => ({ label: `${label} ${value}`, value }));
  }, [forms, pest, label]);
}
