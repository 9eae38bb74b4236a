import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { ListedPayRun } from '../../api/types.ts';
import { useCompany } from '../../app/signed-in.ts';
import { Answered } from '../../parts/answered.tsx';
import { type Columns, DataTable } from '../../parts/table/data-table.tsx';
import { Figure } from '../../parts/figure.tsx';
import { useFormat } from '../../parts/format.ts';
import { Screen } from '../../parts/screen.tsx';
import { Empty } from '../../parts/states.tsx';
import { When } from '../../parts/when.tsx';
import { OpenPayRun } from './open-pay-run.tsx';
import { usePayRuns } from './pay-query.ts';
import { RunStatus } from './run-status.tsx';

/** The list of pay runs. */
export default function Pay() {
  const { t } = useLingui();
  return (
    <Screen title={t`Pay`}>
      <OpenPayRun />
      <Answered
        of={usePayRuns()}
        empty={
          <Empty title={t`There is no pay run yet.`}>
            <Trans>Calculate one above: a draft changes nothing, and shows what each worker is owed.</Trans>
          </Empty>
        }
      >
        {(runs) => <Runs runs={runs} />}
      </Answered>
    </Screen>
  );
}

function Runs({ runs }: { readonly runs: readonly ListedPayRun[] }) {
  const { t } = useLingui();
  const { days } = useFormat();
  const columns: Columns<ListedPayRun> = [
    {
      ...{ id: 'days', header: t`Days`, value: ({ from, to }) => `${from} ${to}` },
      cell: (row) => <Link href={`/pay/${row.payRunId}`}>{days(row.from, row.to)}</Link>,
    },
    {
      ...{ id: 'status', header: t`Status`, value: ({ status }) => status },
      cell: (row) => <RunStatus status={row.status} />,
    },
    {
      ...{ id: 'workers', header: t`Workers`, value: ({ totals }) => totals?.workers ?? -1 },
      cell: (row) => <Figure value={row.totals?.workers} />,
    },
    {
      ...{ id: 'hours', header: t`Hours`, value: ({ totals }) => totals?.hours ?? -1 },
      cell: (row) => <Figure value={row.totals?.hours} />,
    },
    {
      ...{ id: 'gross', header: t`Gross pay`, value: ({ totals }) => totals?.gross ?? 0 },
      cell: (row) => (
        <strong>
          <Figure value={row.totals?.gross} currency={row.currency} />
        </strong>
      ),
    },
    {
      ...{ id: 'as-of', header: t`As of`, value: (run) => asOf(run) ?? '' },
      cell: (row) => <AsOf run={row} />,
    },
  ];
  return (
    <DataTable
      isCaptionHidden
      caption={t`Pay runs`}
      rows={runs}
      columns={columns}
      numeric={['workers', 'hours', 'gross']}
    />
  );
}

/** When the figures were calculated; opening a draft calculates them anew. */
const asOf = ({ frozenAt, calculatedAt }: ListedPayRun): string | null => frozenAt ?? calculatedAt;

function AsOf({ run }: { readonly run: ListedPayRun }) {
  const { timezone } = useCompany();
  const at = asOf(run);
  return at === null ? <Trans>Not calculated yet</Trans> : <When at={at} timeZone={timezone} />;
}
