import { useLingui } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useAnswer, useLedger, usePhone } from '../../app/phone-context.ts';
import { timeOf } from '../../parts/days.ts';
import { partsOf, type PhoneSession, type RecordRow } from '../../phone/row.ts';

const SHOWN = 20;

/** The last twenty records of a session, which can be taken back. */
export function LastRecords({ session }: { readonly session: PhoneSession }) {
  const { t } = useLingui();
  const ledger = useLedger();
  const records = ledger.recordsOf(session.key).filter(({ isDiscarded }) => isDiscarded !== true);
  if (records.length === 0) return null;
  return (
    <details className="card">
      <summary>{t`The last ${SHOWN}`}</summary>
      <ul className="records">
        {records.slice(0, SHOWN).map((row) => (
          <Line key={row.id} row={row} />
        ))}
      </ul>
    </details>
  );
}

function Line({ row }: { readonly row: RecordRow }) {
  const { t, i18n } = useLingui();
  const phone = usePhone();
  const ledger = useLedger();
  const pickers = useAnswer('pickers');
  const [isAsked, ask] = useState(false);
  const nameOf = (workerId: string) => pickers.find(({ id }) => id === workerId)?.name ?? workerId;
  const name = partsOf(row)
    .map(({ workerId }) => nameOf(workerId))
    .join(', ');
  const takeBack = () =>
    phone.outbox.voidRecord(
      row.recordId === undefined ? { clientEventId: row.clientEventId } : { recordId: row.recordId },
    );
  return (
    <li>
      <time dateTime={row.at}>{timeOf(row.at, i18n.locale)}</time>
      <span className={row.isVoided ? 'voided' : undefined}>
        {name} · {row.units}
      </span>
      <small>{ledger.isInOffice(row) ? t`in the office` : t`on this phone`}</small>
      {row.isVoided ? (
        t`taken back`
      ) : (
        <button
          type="button"
          className={isAsked ? 'bad' : undefined}
          onClick={() => (isAsked ? void takeBack() : ask(true))}
        >
          <Undo2 />
          {isAsked ? t`Yes, take back` : t`Take back`}
        </button>
      )}
    </li>
  );
}
