import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Building2, CloudOff, LogIn, Smartphone } from 'lucide-react';
import { signInAddress } from '@furrow/web';
import { midnight } from '../parts/days.ts';
import { useNow } from '../parts/now.ts';
import { phoneAccess } from './phone-access.ts';
import { useLedger, useOffice } from './phone-context.ts';

/** How much is on this phone alone, how much the office has of today, and when it answered last. */
export function OfficeBar() {
  const { t } = useLingui();
  const ledger = useLedger();
  const office = useOffice();
  const onPhone = ledger.onPhone;
  const inOffice = ledger.inOffice(midnight());
  return (
    <div className="office-bar" role="status" aria-label={t`Sent and unsent`}>
      <p className={onPhone > 0 ? 'place waits' : 'place'}>
        <Smartphone />
        <span>{t`On this phone`}</span>
        <data data-testid="on-phone" value={onPhone}>
          {onPhone}
        </data>
      </p>
      <p className="place">
        <Building2 />
        <span>{t`In the office`}</span>
        <data data-testid="in-office" value={inOffice}>
          {inOffice}
        </data>
      </p>
      <p className="age">
        {office.standing === 'signed-out' ? (
          <a className="button" href={signInAddress()} onClick={() => phoneAccess.beginSignIn()}>
            <LogIn />
            {t`Sign in to send`}
          </a>
        ) : (
          <Age answeredAt={office.answeredAt} isAway={office.standing === 'away'} />
        )}
      </p>
    </div>
  );
}

function Age({ answeredAt, isAway }: { readonly answeredAt: number | undefined; readonly isAway: boolean }) {
  const now = useNow();
  const minutes = answeredAt === undefined ? undefined : Math.floor(Math.max(0, now - answeredAt) / 60_000);
  return (
    <>
      {isAway && <CloudOff />}
      {minutes === undefined && <Trans>No answer from the office yet</Trans>}
      {minutes === 0 && <Trans>Answered just now</Trans>}
      {minutes !== undefined && minutes > 0 && (
        <Plural value={minutes} one="Answered # minute ago" other="Answered # minutes ago" />
      )}
    </>
  );
}
