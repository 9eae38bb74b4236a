import { Trans, useLingui } from '@lingui/react/macro';
import { SprayCan } from 'lucide-react';
import { useMemo } from 'react';
import type { Project } from '../../api/places.ts';
import type { Treatment } from '../../api/types.ts';
import { Answered } from '../../parts/answered.tsx';
import { type Columns, DataTable } from '../../parts/data-table.tsx';
import { Chip } from '../../parts/elements/chip.tsx';
import { Exports } from '../../parts/exports.tsx';
import { Figure } from '../../parts/figure.tsx';
import { useNow } from '../../parts/now.ts';
import { When } from '../../parts/when.tsx';
import { Empty } from '../../parts/states.tsx';
import { ClearanceTable } from './clearance-table.tsx';
import { type Days, treatmentDays, useClosures, useTreatments } from './scouting-query.ts';

interface Props {
  readonly project: Project;
  readonly days: Days;
}

/** Treatments, and when each sector is clear. */
export function Treatments({ project, days }: Props) {
  const { t } = useLingui();
  const closures = useClosures();
  return (
    <section>
      <h2>
        <Trans>Treatments</Trans>
      </h2>
      <Answered of={useTreatments(project.projectId, days)}>
        {(treatments) =>
          treatments.length === 0 ? (
            <Empty title={t`No treatment is recorded.`} icon={SprayCan}>
              <Trans>
                Phones and programs record treatments through the API; Today warns crews until the fruit may
                be picked.
              </Trans>
            </Empty>
          ) : (
            <div className="tables">
              <Answered of={closures}>
                {(closed) => <ClearanceTable project={project} closures={closed} />}
              </Answered>
              <List treatments={treatments} />
            </div>
          )
        }
      </Answered>
      <Exports
        of={t`Treatments`}
        from="/api/control/treatments/export"
        filters={{ projectId: project.projectId, ...treatmentDays(days) }}
      />
    </section>
  );
}

const looks = ({ voided }: Treatment) => (voided ? 'voided' : undefined);

function List({ treatments }: { readonly treatments: readonly Treatment[] }) {
  const { t } = useLingui();
  const now = useNow();
  const columns = useMemo((): Columns<Treatment> => {
    const clear = ({ voided, timezone }: Treatment, at: string | null) => {
      if (voided)
        return (
          <Chip>
            <Trans>voided</Trans>
          </Chip>
        );
      if (at === null) return '–';
      const isClear = Date.parse(at) <= now;
      return (
        <Chip tone={isClear ? 'good' : 'warn'}>
          {isClear ? <Trans>clear</Trans> : <When at={at} timeZone={timezone} />}
        </Chip>
      );
    };
    return [
      {
        id: 'started',
        header: t`When`,
        accessorFn: ({ startedAt }) => startedAt,
        cell: ({ row: { original } }) => <When at={original.startedAt} timeZone={original.timezone} />,
      },
      { id: 'product', header: t`Product`, accessorFn: ({ product }) => product },
      {
        id: 'sectors',
        header: t`Sectors`,
        accessorFn: ({ sectors }) => sectors.map(({ sector_name }) => sector_name).join(', '),
      },
      {
        id: 'dose',
        header: t`Dose`,
        accessorFn: ({ dose }) => dose,
        cell: ({ row: { original } }) => <Figure value={original.dose} unit={original.doseUnit} digits={6} />,
      },
      {
        id: 'harvest',
        header: t`Harvest from`,
        accessorFn: ({ harvestClearAt }) => harvestClearAt,
        cell: ({ row: { original } }) => clear(original, original.harvestClearAt),
      },
      {
        id: 'entry',
        header: t`Enter from`,
        accessorFn: ({ reentryClearAt }) => reentryClearAt ?? '',
        cell: ({ row: { original } }) => clear(original, original.reentryClearAt),
      },
    ];
  }, [t, now]);
  return (
    <DataTable isCaptionHidden caption={t`Treatments`} rows={treatments} columns={columns} rowClass={looks} />
  );
}
