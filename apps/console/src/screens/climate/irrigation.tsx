import { Trans, useLingui } from '@lingui/react/macro';
import type { IrrigationEvent } from '../../api/types.ts';
import { Answered } from '../../parts/answered.tsx';
import { type Columns, DataTable } from '../../parts/table/data-table.tsx';
import { Exports } from '../../parts/exports.tsx';
import { Figure } from '../../parts/figure.tsx';
import { Empty } from '../../parts/states.tsx';
import { When } from '../../parts/when.tsx';
import { asked, type Span, useIrrigation } from './climate-query.ts';

/** A list of irrigation events. */
export function Irrigation({ span }: { readonly span: Span }) {
  const { t } = useLingui();
  return (
    <>
      <Answered
        of={useIrrigation(span)}
        empty={
          <Empty title={t`No irrigation in these days.`}>
            <Trans>Choose other days, or see under Devices when a controller was last seen.</Trans>
          </Empty>
        }
      >
        {(events) => <Events events={events} timezone={span.timezone} />}
      </Answered>
      <Exports of={t`Irrigation`} from="/api/iot/irrigation" filters={asked(span)} />
    </>
  );
}

function Events({
  events,
  timezone,
}: {
  readonly events: readonly IrrigationEvent[];
  readonly timezone: string;
}) {
  const { t } = useLingui();
  const columns: Columns<IrrigationEvent> = [
    {
      id: 'started',
      header: t`Started`,
      value: ({ started_local }) => Date.parse(started_local),
      cell: (row) => <When at={row.started_local} timeZone={timezone} />,
    },
    { id: 'sector', header: t`Sector`, value: ({ sector_name }) => sector_name ?? '–' },
    {
      id: 'duration',
      header: t`Minutes`,
      value: ({ durationMinutes }) => durationMinutes ?? -1,
      cell: (row) =>
        row.ended_local === null ? t`running` : <Figure value={row.durationMinutes} digits={0} />,
    },
    {
      id: 'volume',
      header: t`Water (m³)`,
      value: ({ volume }) => volume ?? -1,
      cell: (row) => <Figure value={row.volume} />,
    },
  ];
  return (
    <DataTable
      isCaptionHidden
      caption={t`Irrigation`}
      rows={events}
      columns={columns}
      numeric={['duration', 'volume']}
    />
  );
}
