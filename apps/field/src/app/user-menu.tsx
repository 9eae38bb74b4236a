import { useLingui } from '@lingui/react/macro';
import { CircleUser, Lock } from 'lucide-react';
import { useState } from 'react';
import { phoneAccess } from './phone-access.ts';
import { useUser } from './phone-context.ts';
import { PinPad } from './pin-pad.tsx';
import { Preferences } from './preferences.tsx';
import { SignOut } from './sign-out.tsx';
import { StorageState } from './storage-state.tsx';

/** The user, the PIN, preferences, and the ways out. */
export function UserMenu() {
  const { t } = useLingui();
  const user = useUser();
  return (
    <details className="user-menu">
      <summary aria-label={t`Menu of ${user.user.name}`}>
        <CircleUser />
      </summary>
      <div className="panel">
        <p>
          {user.user.name}
          <small>{user.company.name}</small>
        </p>
        <ChoosePin />
        {user.pin && (
          <button type="button" onClick={() => void phoneAccess.lock()}>
            <Lock />
            {t`Lock the phone`}
          </button>
        )}
        <Preferences />
        <StorageState />
        <SignOut />
      </div>
    </details>
  );
}

/** A user without a PIN is asked for one, because without a network only a PIN opens the phone. */
function ChoosePin() {
  const { t } = useLingui();
  const user = useUser();
  const [isAsked, ask] = useState(false);
  if (!isAsked)
    return (
      <button type="button" className={user.pin ? undefined : 'primary'} onClick={() => ask(true)}>
        {user.pin ? t`Choose another PIN` : t`Choose a PIN`}
      </button>
    );
  return (
    <PinPad
      label={t`New PIN, 4 to 8 digits`}
      onDone={(digits) => void phoneAccess.setPin(user, digits).then(() => ask(false))}
    />
  );
}
