import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Project } from '../../api/places.ts';
import type { Treatment } from '../../api/types.ts';
import { type Columns, DataTable } from '../../parts/data-table.tsx';
import { Chip } from '../../parts/elements/chip.tsx';
import { useNow } from '../../parts/now.ts';
import { Day, When } from '../../parts/when.tsx';
import { type Clearance, clearances } from '../../scouting/clearance.ts';
import { localDate } from '../../time/local-day.ts';

interface Props {
  readonly project: Project;
  readonly treatments: readonly Treatment[];
}

const looks = ({ harvest, entry }: Clearance) => (harvest || entry ? 'above' : undefined);

const Clear = () => (
  <Chip tone="good">
    <Trans>clear</Trans>
  </Chip>
);

/** When each sector may be harvested and entered, in the project's time zone. */
export function ClearanceTable({ project: { sectors, timezone }, treatments }: Props) {
  const { t } = useLingui();
  const now = useNow();
  const rows = useMemo(
    () =>
      clearances(
        sectors.map(({ sectorId }) => sectorId),
        treatments,
        now,
      ),
    [sectors, treatments, now],
  );
  const columns = useMemo(
    (): Columns<Clearance> => [
      {
        id: 'sector',
        header: t`Sector`,
        accessorFn: ({ sectorId }) =>
          sectors.find((sector) => sector.sectorId === sectorId)?.sector_name ?? '',
      },
      {
        id: 'harvest',
        header: t`Harvest from`,
        accessorFn: ({ harvest }) => harvest?.until ?? '',
        cell: ({ row: { original } }) =>
          // Pre-harvest days are calendar days, so the harvest opens with a date.
          original.harvest ? (
            <Chip tone="warn">
              <Day date={localDate(new Date(original.harvest.until), timezone)} timeZone={timezone} /> (
              {original.harvest.product})
            </Chip>
          ) : (
            <Clear />
          ),
      },
      {
        id: 'entry',
        header: t`Enter from`,
        accessorFn: ({ entry }) => entry?.until ?? '',
        cell: ({ row: { original } }) =>
          original.entry ? (
            <Chip tone="warn">
              <When at={original.entry.until} timeZone={timezone} /> ({original.entry.product})
            </Chip>
          ) : (
            <Clear />
          ),
      },
    ],
    [t, sectors, timezone],
  );
  return <DataTable caption={t`Clear from`} rows={rows} columns={columns} rowClass={looks} />;
}
