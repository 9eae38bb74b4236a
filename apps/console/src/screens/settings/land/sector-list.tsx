import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { FarmProject, FarmSector } from '../../../farm/farm-file.ts';
import { hectaresOf } from '../../../farm/outline.ts';
import { type Columns, ListTable } from '../../../parts/table/data-table.tsx';
import { actionsColumn } from '../../../parts/elements/actions-column.tsx';
import { useFormat } from '../../../parts/format.ts';
import { ItemMenu, StatusChip } from '../item-menu.tsx';
import { SectorDialog } from './sector-dialog.tsx';
import { within } from './sector-part.ts';

type Row = FarmSector & { readonly project: FarmProject };
/** The sectors of a project. */
export function SectorList({ project }: { readonly project: FarmProject }) {
  const { t } = useLingui();
  const { number } = useFormat();
  const rows = useMemo(() => project.sectors.map((sector): Row => ({ ...sector, project })), [project]);
  const columns: Columns<Row> = [
    { id: 'name', header: t`Sector`, value: ({ name }) => name },
    {
      ...{ id: 'crop', header: t`Crop` },
      value: ({ crop, variety }) => [crop, variety].filter((each) => each !== null).join(', ') || '–',
    },
    {
      ...{ id: 'outline', header: t`Outline` },
      value: ({ boundary }) => (boundary === null ? '–' : `${number(hectaresOf(boundary), 2)} ha`),
    },
    {
      ...{ id: 'status', header: t`Status`, value: ({ status }) => status },
      cell: (row) => <StatusChip status={row.status} />,
    },
    actionsColumn(({ project, ...sector }) => (
      <ItemMenu
        name={sector.name}
        status={sector.status}
        withStatus={(status) => ({
          projects: [within(project, { key: sector.key, name: sector.name, status })],
        })}
        form={(onClose) => <SectorDialog project={project} sector={sector} onClose={onClose} />}
      />
    )),
  ];
  const { name } = project;
  return <ListTable caption={t`Sectors of ${name}`} rows={rows} columns={columns} idOf={({ key }) => key} />;
}
