import { useLingui } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { SectorAggregate } from '../../api/types.ts';
import { type Columns, DataTable } from '../../parts/table/data-table.tsx';
import { Chip } from '../../parts/elements/chip.tsx';
import { Figure } from '../../parts/figure.tsx';

type Finding = SectorAggregate['pests_diseases'][number] & { readonly sector: string };

const above = ({ aboveThreshold }: Finding) => (aboveThreshold ? 'above' : undefined);

/** The figures of every sector and pest. */
export function FindingsTable({ sectors }: { readonly sectors: readonly SectorAggregate[] }) {
  const { t } = useLingui();
  const rows = useMemo(
    () =>
      sectors.flatMap(({ sector_name: sector, pests_diseases }) =>
        pests_diseases.map((one) => ({ ...one, sector })),
      ),
    [sectors],
  );
  const columns: Columns<Finding> = [
    { id: 'sector', header: t`Sector`, value: ({ sector }) => sector },
    { id: 'pest', header: t`Pest or disease`, value: ({ pest_disease_name }) => pest_disease_name },
    {
      id: 'incidence',
      header: t`Incidence`,
      value: ({ incidence }) => incidence,
      cell: (row) => <Figure value={row.incidence} unit="%" />,
    },
    {
      id: 'severity',
      header: t`Severity`,
      value: ({ severity }) => severity,
      cell: (row) => <Figure value={row.severity} unit="%" />,
    },
    {
      id: 'above',
      header: t`Threshold`,
      value: ({ aboveThreshold }) => (aboveThreshold ? 1 : 0),
      cell: (row) => (row.aboveThreshold ? <Chip tone="bad" icon={TriangleAlert}>{t`reached`}</Chip> : '–'),
    },
  ];
  return (
    <DataTable
      caption={t`Sectors and pests`}
      rows={rows}
      columns={columns}
      numeric={['incidence', 'severity']}
      rowClass={above}
    />
  );
}
