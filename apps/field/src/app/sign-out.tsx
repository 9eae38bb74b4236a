import { Plural, useLingui } from '@lingui/react/macro';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { phoneAccess } from './phone-access.ts';
import { useLedger, usePhone } from './phone-context.ts';

type Step = 'calm' | 'asked' | 'asked-again' | 'leaving' | 'failed';

/** Deletes everything of the user on this phone; asks twice while the office does not have all of it. */
export function SignOut() {
  const { t } = useLingui();
  const phone = usePhone();
  const { onPhone } = useLedger();
  const [step, setStep] = useState<Step>('calm');
  const leave = () => {
    setStep('leaving');
    phoneAccess.signOut().catch(() => setStep('failed'));
  };
  const press = async () => {
    if (step === 'calm' || step === 'failed') {
      const unsent = onPhone === 0 ? 0 : await phone.sendAll().catch(() => onPhone);
      if (unsent > 0) setStep('asked');
      else leave();
    } else if (step === 'asked') setStep('asked-again');
    else leave();
  };
  return (
    <>
      {step === 'asked' && (
        <p role="alert" className="notice bad">
          <Plural
            value={onPhone}
            one="# item is on this phone alone. Signing out deletes it. Hand it over first, on the screen Unsent."
            other="# items are on this phone alone. Signing out deletes them. Hand them over first, on the screen Unsent."
          />
        </p>
      )}
      {step === 'asked-again' && (
        <p role="alert" className="notice bad">{t`They cannot be brought back. Delete them for good?`}</p>
      )}
      {step === 'failed' && <p role="alert">{t`You cannot sign out without a network.`}</p>}
      <button
        type="button"
        className={step === 'calm' ? undefined : 'bad'}
        disabled={step === 'leaving'}
        onClick={() => void press()}
      >
        <LogOut />
        {step === 'asked' && t`Delete and sign out`}
        {step === 'asked-again' && t`Yes, delete for good`}
        {step !== 'asked' && step !== 'asked-again' && t`Sign out`}
      </button>
      {step.startsWith('asked') && <button type="button" onClick={() => setStep('calm')}>{t`Stay`}</button>}
    </>
  );
}
