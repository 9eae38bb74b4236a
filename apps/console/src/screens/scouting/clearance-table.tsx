import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Project } from '../../api/places.ts';
import type { SectorClosure } from '../../api/types.ts';
import { type Columns, DataTable } from '../../parts/table/data-table.tsx';
import { Chip } from '../../parts/elements/chip.tsx';
import { Day, When } from '../../parts/when.tsx';

interface Props {
  readonly project: Project;
  readonly closures: readonly SectorClosure[];
}

type Row = Pick<SectorClosure, 'sectorId' | 'harvest' | 'entry'>;

const looks = ({ harvest, entry }: Row) => (harvest || entry ? 'above' : undefined);

const Clear = () => (
  <Chip tone="good">
    <Trans>clear</Trans>
  </Chip>
);

/** When each sector may be harvested and entered, in the project's time zone. */
export function ClearanceTable({ project: { sectors, timezone }, closures }: Props) {
  const { t } = useLingui();
  const rows = useMemo(() => {
    const closed = new Map(closures.map((closure) => [closure.sectorId, closure]));
    return sectors.map(
      ({ sectorId }): Row => closed.get(sectorId) ?? { sectorId, harvest: null, entry: null },
    );
  }, [sectors, closures]);
  const columns: Columns<Row> = [
    {
      id: 'sector',
      header: t`Sector`,
      value: ({ sectorId }) => sectors.find((sector) => sector.sectorId === sectorId)?.sector_name ?? '',
    },
    {
      id: 'harvest',
      header: t`Harvest from`,
      value: ({ harvest }) => harvest?.until ?? '',
      cell: (row) =>
        // Pre-harvest days are calendar days, so the harvest opens with a date.
        row.harvest ? (
          <Chip tone="warn">
            <Day date={row.harvest.from} timeZone={timezone} /> ({row.harvest.product})
          </Chip>
        ) : (
          <Clear />
        ),
    },
    {
      id: 'entry',
      header: t`Enter from`,
      value: ({ entry }) => entry?.until ?? '',
      cell: (row) =>
        row.entry ? (
          <Chip tone="warn">
            <When at={row.entry.until} timeZone={timezone} /> ({row.entry.product})
          </Chip>
        ) : (
          <Clear />
        ),
    },
  ];
  return <DataTable caption={t`Clear from`} rows={rows} columns={columns} rowClass={looks} />;
}
