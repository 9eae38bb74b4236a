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

/** Plant KPIs: one plot each, one line per sector. */
export function Plant({ span }: { readonly span: Span }) {
  const { t } = useLingui();
  return (
    <section>
      <h2>
        <Trans>Plants</Trans>
      </h2>
      <Answered of={usePlant(span)}>
        {(points) =>
          points.length === 0 ? (
            <Empty title={t`No KPI of plants in these days.`}>
              <Trans>Choose other days, or see under Devices when a sensor was last seen.</Trans>
            </Empty>
          ) : (
            <div className="plots">
              {[...new Set(points.map(({ kpi }) => kpi))].sort().map((kpi) => (
                <Kpi key={kpi} kpi={kpi} points={points} span={span} />
              ))}
            </div>
          )
        }
      </Answered>
      <Exports of={t`Plants`} from="/api/console/plant" filters={plantAsked(span)} />
    </section>
  );
}

interface KpiProps {
  readonly kpi: string;
  readonly points: readonly PlantPoint[];
  readonly span: Span;
}

function Kpi({ kpi, points, span }: KpiProps) {
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
  return (
    <Plot label={kpi} data={data} lines={lines} timeZone={span.timezone} isDaily={span.detail === '1d'} />
  );
}
