import type { Item, Refused } from '@furrow/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { FileDown, RefreshCw, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLedger, usePhone, useUser } from '../../app/phone-context.ts';
import { dayOf, timeOf } from '../../parts/days.ts';
import { handOver, itemsIn } from '../../phone/hand-over.ts';
import { useKinds } from './kinds.ts';

/** More than anybody reads; the number of all stands above. */
const SHOWN = 100;

/** What the office does not have: the items, why they wait, and a file to hand them over. */
export default function Unsent() {
  const { t } = useLingui();
  const phone = usePhone();
  const user = useUser();
  const ledger = useLedger();
  const [items, setItems] = useState<readonly Item[]>([]);
  const [isSending, setSending] = useState(false);
  const { version } = ledger;
  useEffect(() => {
    void itemsIn(phone.store).then((found) => setItems(found.toSorted((a, b) => a.order - b.order)));
  }, [phone, version]);
  const send = async () => {
    setSending(true);
    await phone.sendAll().catch(() => undefined);
    setSending(false);
  };
  const refused = items.filter((item): item is Refused => item.state === 'refused');
  return (
    <>
      <h1>{t`Unsent`}</h1>
      {items.length === 0 ? (
        <p className="notice good">{t`Everything is in the office.`}</p>
      ) : (
        <>
          {refused.length > 0 && (
            <section className="card bad">
              <h2>{t`The office refused these`}</h2>
              <ul className="records">
                {refused.map((item) => (
                  <RefusedLine key={item.id} item={item} />
                ))}
              </ul>
            </section>
          )}
          <Waiting items={items.filter(({ state }) => state === 'waiting')} />
          <section className="thumb">
            <button type="button" className="primary" disabled={isSending} onClick={() => void send()}>
              <RefreshCw />
              {t`Send now`}
            </button>
            <button type="button" onClick={() => void handOver(phone.store, user.userId)}>
              <FileDown />
              {t`Hand over as a file`}
            </button>
          </section>
        </>
      )}
    </>
  );
}

function Waiting({ items }: { readonly items: readonly Item[] }) {
  const { i18n } = useLingui();
  const kinds = useKinds();
  if (items.length === 0) return null;
  return (
    <section className="card">
      <h2>
        <Trans>Waiting to be sent: {items.length}</Trans>
      </h2>
      <ul className="records">
        {items.slice(0, SHOWN).map(({ id, kind, queuedAt }) => (
          <li key={id}>
            <time dateTime={queuedAt}>
              {dayOf(queuedAt, i18n.locale)} {timeOf(queuedAt, i18n.locale)}
            </time>
            <span>{kinds[kind]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A refused item stays until a person tries it again or gives it up. */
function RefusedLine({ item }: { readonly item: Refused }) {
  const phone = usePhone();
  const kinds = useKinds();
  const [isAsked, ask] = useState(false);
  const { id, kind, problem } = item;
  return (
    <li>
      <strong>{kinds[kind]}</strong>
      <span>{problem.message}</span>
      <button type="button" onClick={() => void phone.outbox.retry(id).then(() => phone.send(0))}>
        <RefreshCw />
        <Trans>Try again</Trans>
      </button>
      <button
        type="button"
        className={isAsked ? 'bad' : undefined}
        onClick={() => (isAsked ? void phone.discard(id) : ask(true))}
      >
        <Trash2 />
        {isAsked ? <Trans>Yes, give up</Trans> : <Trans>Give up</Trans>}
      </button>
    </li>
  );
}
