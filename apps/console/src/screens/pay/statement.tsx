import { useLingui } from '@lingui/react/macro';
import { Link, useParams } from 'wouter';
import type { PayStatementOfRun } from '../../api/types.ts';
import { Answered } from '../../parts/answered.tsx';
import { Figure, Tile } from '../../parts/figure.tsx';
import { useFormat } from '../../parts/format.ts';
import { Screen } from '../../parts/screen.tsx';
import { AddPayLine } from './by-hand/add-pay-line.tsx';
import { Earnings } from './earnings.tsx';
import { Flags } from './flags.tsx';
import { NothingOwed } from './nothing-owed.tsx';
import { useStatement } from './pay-query.ts';
import { RunStatus } from './run-status.tsx';
import { StatementLines } from './statement-lines.tsx';

/** What one worker is owed in a run, line by line, and as a printable page. */
export default function Statement() {
  const { t } = useLingui();
  const { payRunId = '', workerId = '' } = useParams();
  return (
    <>
      <p className="no-print">
        <Link href={`/pay/${payRunId}`}>{t`The whole pay run`}</Link>
      </p>
      <Answered of={useStatement(payRunId, workerId)} title={t`Pay statement`}>
        {(statement) => <Facts statement={statement} />}
      </Answered>
    </>
  );
}

function Facts({ statement }: { readonly statement: PayStatementOfRun }) {
  const { t } = useLingui();
  const { days } = useFormat();
  const { from, to, status, currency, worker_name } = statement;
  const { hours, units, gross, regularRate, flags, lines } = statement;
  return (
    <Screen
      title={worker_name}
      beside={
        <p className="beside">
          {days(from, to)} <RunStatus status={status} />
        </p>
      }
    >
      <PageToTakeHome statement={statement} />
      <dl className="tiles">
        <Tile label={t`Gross pay`} value={gross} currency={currency} />
        <Tile label={t`Hours`} value={hours.total} />
        <Tile label={t`Units`} value={units} />
        <Tile label={t`Earnings per hour`} value={regularRate} currency={currency} />
      </dl>
      <Flags payRunId={statement.payRunId} flags={flags} statements={[statement]} />
      <div className="pairs">
        {lines.length > 0 && <Earnings statement={statement} currency={currency} />}
        <Hours of={hours} />
      </div>
      {lines.length === 0 ? (
        <NothingOwed title={t`Nothing is owed for these days.`} status={status} />
      ) : (
        <StatementLines lines={lines} currency={currency} from={from} />
      )}
      <AddPayLine statement={statement} />
    </Screen>
  );
}

/** The languages of the printable page; the user's own first. */
function PageToTakeHome({ statement: { payRunId, workerId } }: { readonly statement: PayStatementOfRun }) {
  const { t, i18n } = useLingui();
  const address = `/api/control/pay-runs/${payRunId}/statements/${workerId}?format=pdf&lang=${i18n.locale}`;
  return (
    <p className="no-print">
      <a className="button" href={address} target="_blank" rel="noreferrer">{t`Statement as PDF`}</a>
    </p>
  );
}

function Hours({ of }: { readonly of: PayStatementOfRun['hours'] }) {
  const { t } = useLingui();
  const names: Readonly<Record<keyof typeof of, string>> = {
    piece: t`Piece work`,
    hourly: t`By the hour`,
    nonproductive: t`Unproductive time`,
    total: t`All hours`,
    rest: t`of which rests`,
    overtime: t`of which overtime`,
  };
  return (
    <section className="card">
      <h2>{t`Hours`}</h2>
      <dl className="sums hours">
        {(Object.entries(names) as [keyof typeof of, string][]).map(([kind, name]) => (
          <div key={kind} className={kind === 'total' ? 'sum' : undefined}>
            <dt>{name}</dt>
            <dd>
              <Figure value={of[kind]} unit="h" />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
