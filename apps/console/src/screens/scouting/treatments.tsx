import { Trans, useLingui } from '@lingui/react/macro';
import { SprayCan } from 'lucide-react';
import type { Project } from '../../api/places.ts';
import type { Treatment } from '../../api/types.ts';
import { Answered } from '../../parts/answered.tsx';
import { type Columns, DataTable } from '../../parts/table/data-table.tsx';
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
      <h2>{t`Treatments`}</h2>
      <Answered
        of={useTreatments(project.projectId, days)}
        empty={
          <Empty title={t`No treatment is recorded.`} icon={SprayCan}>
            <Trans>
              Phones and programs record treatments through the API; Today warns crews until the fruit may be
              picked.
            </Trans>
          </Empty>
        }
      >
        {(treatments) => (
          <div className="tables">
            <Answered of={closures}>
              {(closed) => <ClearanceTable project={project} closures={closed} />}
            </Answered>
            <List treatments={treatments} />
          </div>
        )}
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
  const clear = ({ voided, timezone }: Treatment, at: string | null) => {
    if (voided) return <Chip>{t`voided`}</Chip>;
    if (at === null) return '–';
    const isClear = Date.parse(at) <= now;
    return (
      <Chip tone={isClear ? 'good' : 'warn'}>
        {isClear ? t`clear` : <When at={at} timeZone={timezone} />}
      </Chip>
    );
  };
  const columns: Columns<Treatment> = [
    {
      id: 'started',
      header: t`When`,
      value: ({ startedAt }) => startedAt,
      cell: (row) => <When at={row.startedAt} timeZone={row.timezone} />,
    },
    { id: 'product', header: t`Product`, value: ({ product }) => product },
    {
      id: 'sectors',
      header: t`Sectors`,
      value: ({ sectors }) => sectors.map(({ sector_name }) => sector_name).join(', '),
    },
    {
      id: 'dose',
      header: t`Dose`,
      value: ({ dose }) => dose,
      cell: (row) => <Figure value={row.dose} unit={row.doseUnit} digits={6} />,
    },
    {
      id: 'harvest',
      header: t`Harvest from`,
      value: ({ harvestClearAt }) => harvestClearAt,
      cell: (row) => clear(row, row.harvestClearAt),
    },
    {
      id: 'entry',
      header: t`Enter from`,
      value: ({ reentryClearAt }) => reentryClearAt ?? '',
      cell: (row) => clear(row, row.reentryClearAt),
    },
  ];
  return (
    <DataTable isCaptionHidden caption={t`Treatments`} rows={treatments} columns={columns} rowClass={looks} />
  );
}
