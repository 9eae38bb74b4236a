import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Aligned } from '../../series/gaps.ts';
import { localDate } from '../../time/local-day.ts';
import { type Columns, DataTable } from '../table/data-table.tsx';
import { Figure, Share } from '../figure.tsx';
import { useFormat } from '../format.ts';
import type { Beside, PlotProps } from './plot-props.ts';

interface Row {
  readonly at: number;
  readonly values: readonly (number | null)[];
  readonly shares: readonly (number | null)[];
}

const NONE: readonly Beside[] = [];

/** The points of a plot as a table, newest first. */
export function PlotTable({ label, data, lines, besides = NONE, timeZone, isDaily }: PlotProps) {
  const { t } = useLingui();
  const { dateTime, date } = useFormat();
  const rows = useMemo(() => rowsOf(data, besides), [data, besides]);
  const columns: Columns<Row> = [
    {
      id: 'at',
      header: t`Time`,
      value: ({ at }) => at,
      cell: (row) => {
        const instant = new Date(row.at * 1_000);
        return isDaily ? date(localDate(instant, timeZone)) : dateTime(instant.toISOString(), timeZone);
      },
    },
    ...lines.map((line, i) => ({
      id: `${i}`,
      header: line.unit === '' ? line.label : `${line.label} (${line.unit})`,
      value: ({ values }: Row) => values[i],
      cell: (row: Row) => <Figure value={row.values[i]} digits={line.digits ?? 2} />,
    })),
    ...besides.map((beside, i) => ({
      id: `beside-${i}`,
      header: beside.label,
      value: ({ shares }: Row) => shares[i],
      cell: (row: Row) => <Share value={row.shares[i]} />,
    })),
  ];
  const numeric = [...lines.map((_, i) => `${i}`), ...besides.map((_, i) => `beside-${i}`)];
  return <DataTable isCaptionHidden caption={label} rows={rows} columns={columns} numeric={numeric} />;
}

function rowsOf(data: Aligned, besides: readonly Beside[]): Row[] {
  const rows = data.at.map((at, i): Row => ({
    at,
    values: data.lines.map((line) => line[i] ?? null),
    shares: besides.map(({ shares }) => shares[i] ?? null),
  }));
  // Leaves out gaps, which the times show; keeps points with other values beside them.
  return rows.filter((row) => [...row.values, ...row.shares].some((value) => value !== null)).reverse();
}
