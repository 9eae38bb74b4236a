import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { HarvestGroup } from '../../api/types.ts';
import { usePlaces } from '../../api/places.ts';
import { type Columns, ListTable } from '../../parts/table/data-table.tsx';
import { Figure } from '../../parts/figure.tsx';
import { useFormat } from '../../parts/format.ts';
import { Empty } from '../../parts/states.tsx';
import type { Grouping } from './harvest-query.ts';

export function useGroupingNames(): Readonly<Record<Grouping, string>> {
  const { t } = useLingui();
  return {
    ...{ sector: t`By sector`, variety: t`By variety`, quality: t`By quality` },
    ...{ worker: t`By worker`, week: t`By week`, container: t`By container` },
  };
}

interface Props {
  readonly groups: readonly HarvestGroup[];
  readonly by: Grouping;
}

/** The groups of a harvest, each with its part of all that is counted in its unit. */
export function GroupTable({ groups, by }: Props) {
  const { t } = useLingui();
  const names = useGroupingNames();
  const columns = useColumns({ groups, by });
  if (groups.length === 0)
    return (
      <Empty title={t`Nothing was picked in these days.`}>{t`Choose other days, or another project.`}</Empty>
    );
  return (
    <ListTable
      caption={names[by]}
      rows={groups}
      columns={columns}
      numeric={['containers', 'units', 'share', 'records', 'sessions', 'workers']}
    />
  );
}

function useColumns({ groups, by }: Props): Columns<HarvestGroup> {
  const { t } = useLingui();
  const { days } = useFormat();
  const names = useGroupingNames();
  const nameOf = useNameOf(by);
  const totals = useMemo(() => totalsOf(groups), [groups]);
  return [
    {
      ...{ id: 'name', header: names[by], value: nameOf },
      cell: (row) => <strong className="name">{nameOf(row)}</strong>,
    },
    ...(by === 'container'
      ? [
          {
            ...{ id: 'containers', header: t`Containers` },
            value: ({ containerCount }: HarvestGroup) => containerCount ?? 0,
          },
        ]
      : []),
    {
      ...{ id: 'units', header: t`Picked`, value: ({ validUnits }) => validUnits },
      cell: (row) => (
        <>
          <Figure value={row.validUnits} /> {row.unit}
        </>
      ),
    },
    {
      ...{ id: 'share', header: t`Of all`, value: (group) => shareOf(group, totals) },
      cell: (row) => <ShareOfAll share={shareOf(row, totals)} />,
    },
    {
      ...{ id: 'days', header: t`Days`, value: ({ firstDay }) => firstDay },
      cell: (row) => days(row.firstDay, row.lastDay),
    },
    { id: 'records', header: t`Records`, value: ({ recordCount }) => recordCount },
    { id: 'sessions', header: t`Sessions`, value: ({ sessionCount }) => sessionCount },
    ...(by === 'container'
      ? []
      : [{ id: 'workers', header: t`Workers`, value: ({ workerCount }: HarvestGroup) => workerCount }]),
  ];
}

function ShareOfAll({ share }: { readonly share: number }) {
  const { number } = useFormat();
  return (
    <span className="share">
      <meter aria-hidden="true" value={share} /> {number(100 * share, 1)} %
    </span>
  );
}

/** All that is counted in each unit. */
function totalsOf(groups: readonly HarvestGroup[]): ReadonlyMap<string | null, number> {
  const totals = new Map<string | null, number>();
  for (const { unit, validUnits } of groups) totals.set(unit, (totals.get(unit) ?? 0) + validUnits);
  return totals;
}

const shareOf = ({ unit, validUnits }: HarvestGroup, totals: ReadonlyMap<string | null, number>): number => {
  const total = totals.get(unit) ?? 0;
  return total === 0 ? 0 : validUnits / total;
};

function useNameOf(by: Grouping): (group: HarvestGroup) => string {
  const { t } = useLingui();
  const { date } = useFormat();
  const { data: projects } = usePlaces();
  const projectNames = new Map(projects?.map(({ projectId, projectName }) => [projectId, projectName]));
  return (group) => {
    switch (by) {
      case 'sector':
        return [projectNames.get(group.projectId ?? ''), group.sector_name].filter(Boolean).join(' · ');
      case 'variety':
        return [group.crop, group.variety].filter(Boolean).join(' · ') || t`without a variety`;
      case 'quality':
        return group.qualityName ?? t`without a quality`;
      case 'worker':
        return group.worker_name ?? '';
      case 'container':
        return group.container_name ?? '';
      case 'week':
        return date(group.week ?? '');
    }
  };
}
