import { useLingui } from '@lingui/react/macro';
import { Link, useParams } from 'wouter';
import type { PayRun as Run } from '../../api/types.ts';
import { Answered } from '../../parts/answered.tsx';
import { Exports } from '../../parts/exports.tsx';
import { Tile } from '../../parts/figure.tsx';
import { useFormat } from '../../parts/format.ts';
import { Screen } from '../../parts/screen.tsx';
import { ComingAdjustments } from './coming-adjustments.tsx';
import { Flags } from './flags.tsx';
import { NothingOwed } from './nothing-owed.tsx';
import { usePayRun } from './pay-query.ts';
import { RunStatus } from './run-status.tsx';
import { RunActions } from './run-actions.tsx';
import { Statements } from './statements.tsx';

/** One pay run: its problems, and what each worker is owed. */
export default function PayRun() {
  const { t } = useLingui();
  const { payRunId = '' } = useParams();
  return (
    <>
      <p className="no-print">
        <Link href="/pay">{t`All pay runs`}</Link>
      </p>
      <Answered of={usePayRun(payRunId)} title={t`Pay run`}>
        {(run) => <Facts key={run.payRunId} run={run} />}
      </Answered>
    </>
  );
}

function Facts({ run }: { readonly run: Run }) {
  const { t } = useLingui();
  const { days } = useFormat();
  const { totals, statements, currency } = run;
  return (
    <Screen title={days(run.from, run.to)} beside={<RunStatus status={run.status} />}>
      <dl className="tiles">
        <Tile label={t`Workers`} value={totals.workers} />
        <Tile label={t`Hours`} value={totals.hours} />
        <Tile label={t`Units`} value={totals.units} />
        <Tile label={t`Gross pay`} value={totals.gross} currency={currency} />
      </dl>
      <Flags payRunId={run.payRunId} flags={run.flags} statements={statements} />
      <ComingAdjustments run={run} />
      <RunActions run={run} />
      {statements.length === 0 ? (
        <NothingOwed title={t`Nobody is owed anything for these days.`} status={run.status} />
      ) : (
        <>
          <Exports
            of={t`Pay run`}
            from={`/api/control/pay-runs/${run.payRunId}/export`}
            formats={['csv', 'xlsx']}
          />
          <Statements payRunId={run.payRunId} statements={statements} currency={currency} />
        </>
      )}
    </Screen>
  );
}
