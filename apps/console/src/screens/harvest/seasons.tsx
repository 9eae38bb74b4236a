import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { HarvestSeasonDay } from '../../api/types.ts';
import { type Columns, ListTable } from '../../parts/table/data-table.tsx';
import { Figure } from '../../parts/figure.tsx';
import { useFormat } from '../../parts/format.ts';
import type { PlotLine } from '../../parts/plot/plot-props.ts';
import { Plot } from '../../parts/plot/plot.tsx';
import { Empty } from '../../parts/states.tsx';
import { alignedSeasons } from './aligned-seasons.ts';

/** Two seasons since their first pick, unit by unit: as a plot, and day by day. */
export function Seasons({ days }: { readonly days: readonly HarvestSeasonDay[] }) {
  const { t } = useLingui();
  const units = useMemo(() => [...new Set(days.map(({ unit }) => unit))], [days]);
  if (units.length === 0)
    return (
      <Empty title={t`Nothing was picked in these days, nor a year before.`}>
        <Trans>Choose other days, or another project.</Trans>
      </Empty>
    );
  return units.map((unit) => <OfUnit key={unit} unit={unit} all={days} />);
}

interface OfUnitProps {
  readonly unit: string | null;
  /** Of all units. */
  readonly all: readonly HarvestSeasonDay[];
}

function OfUnit({ unit: of, all }: OfUnitProps) {
  const unit = of ?? '';
  const days = useMemo(() => all.filter((day) => day.unit === of), [all, of]);
  const { t } = useLingui();
  const hasBefore = days.some(({ before }) => before !== null);
  const data = useMemo(() => {
    const { at, lines } = alignedSeasons(days);
    return { at, lines: hasBefore ? lines : lines.slice(0, 1) };
  }, [days, hasBefore]);
  const lines = useMemo(
    (): PlotLine[] => [
      { label: t`This season`, unit, digits: 2, kind: 'steps' },
      ...(hasBefore ? [{ label: t`The season before`, unit, digits: 2, kind: 'past' } as const] : []),
    ],
    [t, unit, hasBefore],
  );
  return (
    <>
      <Plot
        label={t`Picked since the first day (${unit})`}
        data={data}
        lines={lines}
        timeZone="UTC"
        isDaily
      />
      {!hasBefore && <p className="about">{t`Nothing was picked in the same days a year earlier.`}</p>}
      <details>
        <summary>{t`Day by day (${unit})`}</summary>
        <DayByDay unit={unit} days={days} />
      </details>
    </>
  );
}

function DayByDay({ unit, days }: { readonly unit: string; readonly days: readonly HarvestSeasonDay[] }) {
  const { t } = useLingui();
  const { date } = useFormat();
  const figure = (id: string, header: string, of: (day: HarvestSeasonDay) => number | undefined) => ({
    ...{ id, header, value: (day: HarvestSeasonDay) => of(day) ?? -1 },
    cell: (row: HarvestSeasonDay) => <Figure value={of(row)} />,
  });
  const columns: Columns<HarvestSeasonDay> = [
    { id: 'since', header: t`Days since the first pick`, value: ({ daysSince }) => daysSince },
    {
      ...{ id: 'day', header: t`Day` },
      value: ({ season }) => (season ? date(season.day) : ''),
    },
    figure('units', t`Picked`, ({ season }) => season?.units),
    figure('total', t`Since the first day`, ({ season }) => season?.total),
    {
      ...{ id: 'day-before', header: t`Day, season before` },
      value: ({ before }) => (before ? date(before.day) : ''),
    },
    figure('units-before', t`Picked, season before`, ({ before }) => before?.units),
    figure('total-before', t`Since the first day, season before`, ({ before }) => before?.total),
  ];
  return (
    <ListTable
      caption={t`Day by day (${unit})`}
      rows={days}
      columns={columns}
      numeric={['since', 'units', 'total', 'units-before', 'total-before']}
    />
  );
}
