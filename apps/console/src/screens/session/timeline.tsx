import { Trans, useLingui } from '@lingui/react/macro';
import type { ProductionRecord, Session } from '../../api/types.ts';
import { isLate } from '../../harvest/arrival.ts';
import { type Columns, DataTable } from '../../parts/table/data-table.tsx';
import { Figure } from '../../parts/figure.tsx';
import { type Format, useFormat } from '../../parts/format.ts';
import { useUser } from '../../app/signed-in.ts';
import { CorrectRecord } from './correct-record.tsx';
import { namesOf } from './names-of.ts';
import { VoidRecord } from './void-record.tsx';

interface Props {
  readonly session: Session;
  readonly records: readonly ProductionRecord[];
  /** The owner may correct wrong counts, also after the close. */
  readonly mayVoid: boolean;
  readonly unit: string;
}

const looks = ({ kind, voided }: ProductionRecord) =>
  kind === 'void' ? 'counter' : voided ? 'voided' : undefined;

/** Every movement: counted, voided, or late. */
export function Timeline({ session, records, mayVoid, unit }: Props) {
  const { t } = useLingui();
  const mayCorrect = useUser().role === 'admin';
  const columns = useColumns(session, { mayVoid, mayCorrect }, unit, useFormat());
  return (
    <section>
      <h2>{t`Records`}</h2>
      <DataTable
        isCaptionHidden
        caption={t`Records by time`}
        rows={records}
        columns={columns}
        idOf={({ recordId }) => recordId}
        rowClass={looks}
        numeric={['units']}
      />
    </section>
  );
}

interface May {
  readonly mayVoid: boolean;
  readonly mayCorrect: boolean;
}

function useColumns(
  { timezone }: Session,
  { mayVoid, mayCorrect }: May,
  unit: string,
  { time }: Format,
): Columns<ProductionRecord> {
  const { t } = useLingui();
  return [
    {
      id: 'recordedAt',
      header: t`Time`,
      value: ({ recordedAt }) => recordedAt,
      cell: (row) => <When record={row} timezone={timezone} />,
    },
    {
      id: 'worker',
      header: t`Worker`,
      value: namesOf,
      cell: (row) => <Whose record={row} unit={unit} />,
    },
    {
      id: 'units',
      header: t`Units`,
      value: ({ units }) => units,
      cell: (row) => <Units record={row} unit={unit} />,
    },
    { id: 'quality', header: t`Quality`, value: ({ qualityName }) => qualityName ?? '' },
    ...(mayVoid || mayCorrect
      ? [
          {
            id: 'void',
            header: () => <span className="hidden">{t`Correct`}</span>,
            cell: (row: ProductionRecord) =>
              row.kind === 'addition' && !row.voided ? (
                <>
                  {mayVoid && <VoidRecord record={row} at={time(row.recordedAt, timezone)} />}
                  {mayCorrect && (
                    <CorrectRecord record={row} at={time(row.recordedAt, timezone)} unit={unit} />
                  )}
                </>
              ) : null,
          },
        ]
      : []),
  ];
}

/** The worker, or each who shares it with the own part. */
function Whose({ record, unit }: { readonly record: ProductionRecord; readonly unit: string }) {
  if (!record.shares) return record.worker_name;
  return (
    <ul className="sharers">
      {record.shares.map(({ workerId, worker_name: name, units }) => (
        <li key={workerId}>
          {name} <Figure value={units} unit={unit} digits={6} />
        </li>
      ))}
    </ul>
  );
}

function When({ record, timezone }: { readonly record: ProductionRecord; readonly timezone: string }) {
  const { time } = useFormat();
  const arrived = time(record.createdAt, timezone);
  return (
    <>
      <time dateTime={record.recordedAt}>{time(record.recordedAt, timezone)}</time>
      {isLate(record) && (
        <small className="late">
          {' '}
          <Trans>arrived {arrived}</Trans>
        </small>
      )}
    </>
  );
}

function Units({ record, unit }: { readonly record: ProductionRecord; readonly unit: string }) {
  const { t } = useLingui();
  const figure = <Figure value={record.units} unit={unit} digits={6} />;
  if (!record.voided) return figure;
  return (
    <>
      <s>{figure}</s> <small>{t`voided`}</small>
    </>
  );
}
