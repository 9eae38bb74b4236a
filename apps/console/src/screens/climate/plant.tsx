import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { PlantPoint } from '../../api/types.ts';
import { Answered } from '../../parts/answered.tsx';
import { Exports } from '../../parts/exports.tsx';
import type { PlotLine } from '../../parts/plot/plot-props.ts';
import { Plot } from '../../parts/plot/plot.tsx';
import { Empty } from '../../parts/states.tsx';
import { byTime, inColumns } from '../../series/gaps.ts';
import { plantAsked, type Span, usePlant } from './climate-query.ts';
import { OneMeasured } from './one-measured.tsx';

/** Plant KPIs, one at a time, with one line per sector. */
export function Plant({ span }: { readonly span: Span }) {
  const { t } = useLingui();
  return (
    <>
      <Answered
        of={usePlant(span)}
        empty={
          <Empty title={t`No plant was measured in these days.`}>
            <Trans>Choose other days, or see under Devices when a sensor was last seen.</Trans>
          </Empty>
        }
      >
        {(points) => <Kpis points={points} span={span} />}
      </Answered>
      <Exports of={t`Plants`} from="/api/iot/plant" filters={plantAsked(span)} />
    </>
  );
}

interface Props {
  readonly points: readonly PlantPoint[];
  readonly span: Span;
}

function Kpis({ points, span }: Props) {
  const names = useKpiNames();
  const kpis = useMemo(() => [...new Set(points.map(({ kpi }) => kpi))].sort(), [points]);
  const labelOf = (kpi: string) => names[kpi] ?? kpi;
  return (
    <OneMeasured kept="kpi" values={kpis} labelOf={labelOf}>
      {(kpi) => <Kpi key={kpi} kpi={kpi} label={labelOf(kpi)} points={points} span={span} />}
    </OneMeasured>
  );
}

/** Devices may send KPIs by any name; these two come from scouts. */
function useKpiNames(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return { incidence: t`Incidence`, severity: t`Severity` };
}

interface KpiProps extends Props {
  readonly kpi: string;
  readonly label: string;
}

function Kpi({ kpi, label, points, span }: KpiProps) {
  const { t } = useLingui();
  const nowhere = t`No sector`;
  const { data, lines } = useMemo(() => {
    const mine = points.filter((point) => point.kpi === kpi);
    const sectors = [...new Set(mine.map(({ sectorId }) => sectorId))];
    const unit = kpi === 'incidence' || kpi === 'severity' ? '%' : '';
    const rows = byTime(
      mine,
      ({ local_time }) => Date.parse(local_time) / 1_000,
      ({ sectorId }) => sectors.indexOf(sectorId),
      ({ value }) => value,
      sectors.length,
    );
    return {
      // Scouting is not daily, so days between two rounds are not gaps.
      data: inColumns(rows),
      lines: sectors.map((sectorId): PlotLine => ({
        label: mine.find((point) => point.sectorId === sectorId)?.sector_name ?? nowhere,
        unit,
        kind: 'points',
      })),
    };
  }, [points, kpi, nowhere]);
  return <Plot {...{ label, data, lines }} timeZone={span.timezone} isDaily={span.detail === '1d'} />;
}
