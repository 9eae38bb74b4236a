import { Trans } from '@lingui/react/macro';
import { Square } from 'lucide-react';
import { useState } from 'react';
import { usePhone } from '../../app/phone-context.ts';
import type { PhoneSession } from '../../phone/row.ts';

/** Closes a session, after its records are in the office. */
export function CloseSession({ session }: { readonly session: PhoneSession }) {
  const phone = usePhone();
  const [isAsked, ask] = useState(false);
  const close = () => {
    const { key, sessionId } = session;
    void phone.outbox.closeSession(sessionId === undefined ? { sessionLocalId: key } : { sessionId });
  };
  return (
    <button type="button" className={isAsked ? 'bad' : undefined} onClick={isAsked ? close : () => ask(true)}>
      <Square />
      {isAsked ? <Trans>Yes, close it</Trans> : <Trans>Close the session</Trans>}
    </button>
  );
}
