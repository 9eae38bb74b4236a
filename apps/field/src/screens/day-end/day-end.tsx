import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useAnswer, useIsNew, useLedger, usePhone } from '../../app/phone-context.ts';
import type { SessionReport } from '../../office/session-report.ts';
import { midnight } from '../../parts/days.ts';
import { shownUnits } from '../../parts/shown-units.ts';
import type { PhoneSession } from '../../phone/row.ts';
import { agrees, linesOf, type WorkerLine } from './comparison.ts';
import { CloseSession } from './close-session.tsx';

/** The phone's sums beside the office's, for every session of today and every one that is open. */
export default function DayEnd() {
  const { t } = useLingui();
  const ledger = useLedger();
  const isNew = useIsNew();
  const today = midnight();
  const sessions = ledger.sessions.filter(({ openedAt, isClosed }) => openedAt >= today || !isClosed);
  // One after the other, so that none moves when those before it have their workers.
  const [shown, setShown] = useState(0);
  return (
    <>
      <h1>{t`Day end`}</h1>
      {isNew && <p aria-busy="true" />}
      {!isNew && sessions.length === 0 && <p className="notice">{t`No session was opened today.`}</p>}
      {sessions.slice(0, shown + 1).map((session, index) => (
        <SessionEnd
          key={session.key}
          session={session}
          onShown={() => setShown((before) => Math.max(before, index + 1))}
        />
      ))}
    </>
  );
}

/** The office's report, asked for again after each change on the phone. */
function useReport(session: PhoneSession): [SessionReport | undefined, boolean, () => void] {
  const phone = usePhone();
  const { onPhone } = useLedger();
  const [report, setReport] = useState<SessionReport>();
  const [isAsking, setAsking] = useState(true);
  const { key } = session;
  const ask = useCallback(() => {
    setAsking(true);
    void phone
      .reportOf(key)
      .catch(() => undefined)
      .then((found) => {
        if (found) setReport(found);
        setAsking(false);
      });
  }, [phone, key]);
  useEffect(ask, [ask, onPhone]);
  return [report, isAsking, ask];
}

interface EndProps {
  readonly session: PhoneSession;
  /** Called when its workers are shown, or nobody knows of any. */
  readonly onShown: () => void;
}

function SessionEnd({ session, onShown }: EndProps) {
  const phone = usePhone();
  const ledger = useLedger();
  const pickers = useAnswer('pickers');
  const [report, isAsking, ask] = useReport(session);
  const nameOf = (workerId: string) => pickers.find(({ id }) => id === workerId)?.name;
  const lines = linesOf(ledger, session.key, report, nameOf);
  const unsent = ledger.recordsOf(session.key).filter((row) => !ledger.isInOffice(row) && !row.isDiscarded);
  const isFirst = isAsking && report === undefined && lines.length === 0;
  useEffect(() => {
    if (!isFirst) onShown();
  });
  const isEqual = report !== undefined && unsent.length === 0 && lines.every(agrees);
  return (
    <section className={isEqual ? 'card good' : 'card'} aria-busy={isAsking}>
      <h2>{session.sectorName}</h2>
      <p className="outcome" role="status">
        {isEqual ? <CircleCheck /> : <TriangleAlert />}
        {isEqual && <Trans>Phone and office agree.</Trans>}
        {!isEqual && report === undefined && <Trans>The office has not answered yet.</Trans>}
        {!isEqual && report !== undefined && unsent.length > 0 && (
          <Trans>Not in the office yet: {unsent.length} records.</Trans>
        )}
        {!isEqual && report !== undefined && unsent.length === 0 && (
          <Trans>The sums differ. Look at the marked workers.</Trans>
        )}
      </p>
      {isFirst ? (
        // As high as the screen, so that nothing moves when the workers come.
        <div className="screenful" />
      ) : (
        <>
          <WorkerTable lines={lines} unit={session.unit ?? null} />
          <div className="actions">
            <button type="button" onClick={() => void phone.takeRecords(session.key).then(ask)}>
              <RefreshCw />
              <Trans>Compare again</Trans>
            </button>
            {!session.isClosed && <CloseSession session={session} />}
          </div>
        </>
      )}
    </section>
  );
}

interface TableProps {
  readonly lines: readonly WorkerLine[];
  readonly unit: string | null;
}

function WorkerTable({ lines, unit }: TableProps) {
  const { t } = useLingui();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{unit ?? t`Worker`}</th>
          <th scope="col">{t`Phone`}</th>
          <th scope="col">{t`Office`}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <WorkerRow key={line.workerId} line={line} />
        ))}
      </tbody>
    </table>
  );
}

function WorkerRow({ line }: { readonly line: WorkerLine }) {
  const { workerId, name, phone, office } = line;
  const missing = office === undefined ? undefined : Math.round((phone - office) * 1e6) / 1e6;
  return (
    <tr
      data-testid="worker-row"
      data-worker-id={workerId}
      data-phone={phone}
      data-office={office ?? ''}
      className={agrees(line) ? undefined : 'differs'}
    >
      <th scope="row">
        {name}
        {missing !== undefined && missing !== 0 && (
          <small>
            {missing > 0 ? (
              <Trans>The office lacks {missing}</Trans>
            ) : (
              <Trans>The phone lacks {-missing}</Trans>
            )}
          </small>
        )}
      </th>
      <td>
        <data value={phone}>{shownUnits(phone)}</data>
      </td>
      <td>{office === undefined ? '…' : <data value={office}>{shownUnits(office)}</data>}</td>
    </tr>
  );
}
