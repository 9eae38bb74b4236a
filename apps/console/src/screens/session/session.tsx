import { Trans, useLingui } from '@lingui/react/macro';
import { Printer } from 'lucide-react';
import { useDeferredValue } from 'react';
import { useParams } from 'wouter';
import type { ReportedSession } from '../../api/types.ts';
import { useCompany, useUser } from '../../app/signed-in.ts';
import { Answered } from '../../parts/answered.tsx';
import { Chip } from '../../parts/elements/chip.tsx';
import { Exports } from '../../parts/exports.tsx';
import { Tile } from '../../parts/figure.tsx';
import { useFormat } from '../../parts/format.ts';
import { Screen } from '../../parts/screen.tsx';
import { Loading } from '../../parts/states.tsx';
import { OutboxPanel } from '../today/outbox-panel.tsx';
import { QualityBar } from '../today/quality-bar.tsx';
import { SessionActions } from '../today/session-actions.tsx';
import { Warnings } from '../today/warnings.tsx';
import { daysOf } from '../today/today-query.ts';
import { AddRecord } from './add-record.tsx';
import { CorrectBonus } from './correct-bonus.tsx';
import { CorrectPrice } from './correct-price.tsx';
import { HarvestCurve } from './harvest-curve.tsx';
import { Movements } from './movements.tsx';
import { useRecords, useSession } from './session-query.ts';
import { WorkersTable } from './workers-table.tsx';

/** One session from its opening to its close, in a form that can be printed and signed. */
export default function Session() {
  const { sessionId = '' } = useParams();
  return (
    <>
      <OutboxPanel />
      <Answered of={useSession(sessionId)} title={<Trans>Session</Trans>}>
        {(session) => <Facts key={session.sessionId} session={session} />}
      </Answered>
    </>
  );
}

interface Props {
  readonly session: ReportedSession;
}

function Facts({ session }: Props) {
  const { t } = useLingui();
  const { date } = useFormat();
  const { idpId, role } = useUser();
  const { currency } = useCompany();
  const isOwn = idpId === session.idpId;
  const { totals, samplingUnit, qualityBreakdown } = session;
  const unit = samplingUnit ?? t`units`;
  const records = useRecords(session);
  // Rendered in short tasks, as `Answered` does.
  const isThere = useDeferredValue(!records.isPending);
  const isOpen = session.status === 'open';
  return (
    <Screen
      title={session.sector_name}
      beside={
        <>
          <p>{date(session.localDate)}</p>
          <Chip tone={isOpen ? 'good' : 'plain'}>{isOpen ? t`Open` : t`Closed`}</Chip>
          <button type="button" className="no-print" onClick={() => window.print()}>
            <Printer />
            {t`Print`}
          </button>
        </>
      }
    >
      <p>
        <Course session={session} />
      </p>
      <Warnings of={session} />
      <dl className="tiles">
        <Tile label={t`Picked`} value={totals.validUnits} unit={unit} />
        <Tile label={t`Workers`} value={totals.workerCount} />
        <Tile label={t`Records`} value={totals.recordCount} />
        <Tile label={t`Voided`} value={totals.voidedCount} />
        {totals.amount !== null && <Tile label={t`Amount`} value={totals.amount} currency={currency} />}
      </dl>
      {qualityBreakdown.length > 0 && <QualityBar parts={qualityBreakdown} unit={unit} />}
      {isOpen && isOwn && (
        <>
          <SessionActions session={session} />
          <AddRecord session={session} unit={unit} />
        </>
      )}
      {!isOpen && role === 'admin' && (
        <div className="actions no-print">
          <CorrectPrice session={session} />
          <CorrectBonus session={session} />
        </div>
      )}
      {(session.finalNotes ?? session.notes) !== null && (
        <p className="notes">{session.finalNotes ?? session.notes}</p>
      )}
      {records.isPending || !isThere ? <Loading /> : <Details {...{ session, records, isOwn, unit }} />}
    </Screen>
  );
}

interface DetailsProps extends Props {
  readonly records: ReturnType<typeof useRecords>;
  readonly isOwn: boolean;
  readonly unit: string;
}

/** Who picked how much, and when. */
function Details({ session, records, isOwn, unit }: DetailsProps) {
  const { t } = useLingui();
  return (
    <>
      {records.data && records.data.length > 0 && (
        <HarvestCurve session={session} records={records.data} unit={unit} />
      )}
      {session.workers.length > 0 && <WorkersTable workers={session.workers} unit={unit} />}
      <Exports
        of={t`Harvest of the day in this sector`}
        from="/api/control/harvest"
        filters={{ ...daysOf([session]), sectorId: session.sectorId }}
      />
      <Movements session={session} of={records} mayVoid={isOwn} unit={unit} />
    </>
  );
}

/** When it ran, and why it ended. */
function Course({ session }: Props) {
  const { dateTime } = useFormat();
  const { timezone, closedReason } = session;
  const opened = dateTime(session.openedAt, timezone);
  const end = dateTime(session.closedAt ?? session.endsAt, timezone);
  if (session.closedAt === null)
    return (
      <Trans>
        Open since {opened}; ends at {end}.
      </Trans>
    );
  if (closedReason === 'midnight_local')
    return (
      <Trans>
        From {opened} to {end}, when the day ended.
      </Trans>
    );
  if (closedReason === 'max_duration')
    return (
      <Trans>
        From {opened} to {end}, when its longest duration had passed.
      </Trans>
    );
  return (
    <Trans>
      From {opened} to {end}.
    </Trans>
  );
}
