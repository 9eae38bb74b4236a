import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { PayStatement } from '../../api/types.ts';
import { type Columns, DataTable } from '../../parts/table/data-table.tsx';
import { Figure, Share } from '../../parts/figure.tsx';
import { useFormat } from '../../parts/format.ts';
import { StatedByHand } from './by-hand/stated-by-hand.tsx';
import { useKindNames } from './kind-names.ts';

type Line = PayStatement['lines'][number];

interface Props {
  readonly lines: readonly Line[];
  readonly currency: string | null;
  /** The first day of the run. */
  readonly from: string;
}

/** Every line of a statement: its day, amount, rate and source. */
export function StatementLines({ lines, currency, from }: Props) {
  const { t } = useLingui();
  const { date } = useFormat();
  const kinds = useKindNames();
  const whatFor = (line: Line) =>
    isDifference(line, from) ? t`${kinds[line.kind]}, difference for days before` : kinds[line.kind];
  const columns: Columns<Line> = [
    {
      ...{ id: 'day', header: t`Day`, value: ({ day }) => day ?? '' },
      cell: (row) => row.day !== null && <time dateTime={row.day}>{date(row.day)}</time>,
    },
    {
      ...{ id: 'kind', header: t`What for` },
      value: whatFor,
      cell: (line) => (
        <>
          {whatFor(line)} <Containers of={line.containers} />
        </>
      ),
    },
    {
      ...{ id: 'quantity', header: t`How much`, value: ({ quantity }) => quantity },
      cell: (row) => <Figure value={row.quantity} {...(isShare(row) ? { currency } : { unit: row.unit })} />,
    },
    {
      ...{ id: 'rate', header: t`Rate`, value: ({ rate }) => rate },
      cell: (row) =>
        isShare(row) ? (
          <Share value={row.rate} digits={4} />
        ) : (
          <Figure value={row.rate} currency={currency} digits={6} />
        ),
    },
    {
      ...{ id: 'amount', header: t`Amount`, value: ({ amount }) => amount },
      cell: (row) => <Figure value={row.amount} currency={currency} />,
    },
    {
      ...{ id: 'source', header: t`Source` },
      cell: (row) => <Source line={row} />,
    },
  ];
  return (
    <DataTable
      caption={t`Step by step`}
      rows={lines}
      columns={columns}
      numeric={['quantity', 'rate', 'amount']}
    />
  );
}

/** A share of an amount of money, as bonuses are; all other rates are amounts per unit. */
const isShare = ({ unit }: Line): boolean => unit === '%';

/** Of a workweek that began before the run, whose rests and top-ups were paid by what was known then. */
function isDifference({ kind, day, rate }: Line, from: string): boolean {
  return day !== null && day < from && (kind === 'rest' || (kind === 'top_up' && rate === null));
}

/** The session of a piece, the frozen run that an adjustment corrects, or who added an amount by hand, when and why. */
function Source({ line: { sessionId, payRunId, manual, shared } }: { readonly line: Line }) {
  const { t } = useLingui();
  if (manual !== undefined) return <StatedByHand of={manual} />;
  if (payRunId !== null) return <Link href={`/pay/${payRunId}`}>{t`Corrects this run`}</Link>;
  if (sessionId === null) return null;
  return (
    <>
      <Link href={`/sessions/${sessionId}`}>{t`Session`}</Link>
      {shared !== undefined && (
        <>
          {' '}
          <small>
            <Trans>
              <Figure value={shared} digits={6} /> shared with others
            </Trans>
          </small>
        </>
      )}
    </>
  );
}

/** What pieces were picked into. */
function Containers({ of = [] }: { readonly of: Line['containers'] }) {
  const { number } = useFormat();
  if (of.length === 0) return null;
  return <small>{of.map(({ name, count }) => `${number(count)} × ${name}`).join(', ')}</small>;
}
