import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type { PlantPoint } from '../../api/types.ts';
import { Answered } from '../../parts/answered.tsx';
import { Exports } from '../../parts/exports.tsx';
import { Choose } from '../../parts/fields/choose.tsx';
import type { PlotLine } from '../../parts/plot/plot-props.ts';
import { Plot } from '../../parts/plot/plot.tsx';
import { Empty } from '../../parts/states.tsx';
import { byTime, inColumns } from '../../series/gaps.ts';
import { plantAsked, type Span, usePlant } from './climate-query.ts';

/** Plant KPIs, one at a time, with one line per sector. */
export function Plant({ span }: { readonly span: Span }) {
  const { t } = useLingui();
  return (
    <>
      <Answered of={usePlant(span)}>
        {(points) =>
          points.length === 0 ? (
            <Empty title={t`No plant was measured in these days.`}>
              <Trans>Choose other days, or see under Devices when a sensor was last seen.</Trans>
            </Empty>
          ) : (
            <Kpis points={points} span={span} />
          )
        }
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
  const { t } = useLingui();
  const [search, setSearch] = useSearchParams();
  const names = useKpiNames();
  const kpis = useMemo(() => [...new Set(points.map(({ kpi }) => kpi))].sort(), [points]);
  const kpi = kpis.find((one) => one === search.get('kpi')) ?? kpis[0] ?? '';
  const choose = (next: string) =>
    setSearch(
      (before) => {
        before.set('kpi', next);
        return before;
      },
      { replace: true },
    );
  return (
    <>
      <div className="filters no-print">
        <Choose
          label={t`What was measured`}
          value={kpi}
          options={kpis.map((value) => ({ value, label: names[value] ?? value }))}
          onChange={choose}
        />
      </div>
      <Kpi key={kpi} kpi={kpi} label={names[kpi] ?? kpi} points={points} span={span} />
    </>
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
