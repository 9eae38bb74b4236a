import { Trans, useLingui } from '@lingui/react/macro';
import { signInAddress } from '@furrow/web';
import { LogIn } from 'lucide-react';
import { useState } from 'react';
import { type PhoneUser, WITHOUT_OFFICE_MS } from '../phone/phone-users.ts';
import { TRIES } from '../phone/pin.ts';
import icon from '@furrow/web/icon.svg';
import { phoneAccess } from './phone-access.ts';
import { HandOverOf } from './hand-over-of.tsx';
import { PinPad } from './pin-pad.tsx';
import { Preferences } from './preferences.tsx';

interface Props {
  readonly users: readonly PhoneUser[];
  /** Whether the office answers. */
  readonly isAnswered: boolean;
}

/** Who uses the phone: somebody with a PIN, or somebody who signs in. */
export function Entrance({ users, isAnswered }: Props) {
  const [chosen, choose] = useState<string>();
  const user = users.find(({ userId }) => userId === chosen);
  return (
    <main className="entrance">
      <h1>
        <img src={icon} alt="" width="48" height="48" />
        Furrow
      </h1>
      {user ? (
        <Unlock user={user} onBack={() => choose(undefined)} />
      ) : (
        <>
          {!isAnswered && (
            <p className="notice" role="status">
              <Trans>The office does not answer. Who has a PIN on this phone can work.</Trans>
            </p>
          )}
          <Users users={users} onChoose={choose} />
          <SignIn isFirst={users.length === 0} />
          <Preferences />
        </>
      )}
    </main>
  );
}

function Users({ users, onChoose }: Pick<Props, 'users'> & { readonly onChoose: (userId: string) => void }) {
  return (
    <ul className="people">
      {users.map((user) => (
        <li key={user.userId}>
          <button type="button" onClick={() => onChoose(user.userId)}>
            {user.user.name}
            <small>{user.company.name}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Unlock({ user, onBack }: { readonly user: PhoneUser; readonly onBack: () => void }) {
  const { t } = useLingui();
  const mayUnlock = user.pin !== undefined && user.wrong < TRIES && phoneAccess.users.isConfirmed(user);
  return (
    <section className="card">
      <h2>{user.user.name}</h2>
      {mayUnlock ? (
        <PinUnlock user={user} />
      ) : (
        <>
          <WhyNot user={user} />
          <SignIn isFirst />
          <HandOverOf userId={user.userId} />
        </>
      )}
      <button type="button" onClick={onBack}>{t`Somebody else`}</button>
    </section>
  );
}

function PinUnlock({ user }: { readonly user: PhoneUser }) {
  const { t } = useLingui();
  const left = TRIES - user.wrong;
  return (
    <>
      {user.wrong > 0 && <p role="alert" className="notice bad">{t`Wrong PIN. Tries left: ${left}`}</p>}
      <PinPad key={user.wrong} label={t`PIN`} onDone={(digits) => void phoneAccess.unlock(user, digits)} />
    </>
  );
}

function WhyNot({ user }: { readonly user: PhoneUser }) {
  const days = WITHOUT_OFFICE_MS / 86_400_000;
  return (
    <p className="notice">
      {user.isInactive && <Trans>This user is no longer active in the office.</Trans>}
      {!user.isInactive && user.wrong >= TRIES && <Trans>Too many wrong PINs: sign in again.</Trans>}
      {!user.isInactive && user.wrong < TRIES && user.pin === undefined && (
        <Trans>This user has no PIN on this phone: sign in.</Trans>
      )}
      {!user.isInactive && user.wrong < TRIES && user.pin !== undefined && (
        <Trans>The office has not been asked for {days} days: sign in again.</Trans>
      )}
    </p>
  );
}

function SignIn({ isFirst }: { readonly isFirst: boolean }) {
  return (
    <a
      className={isFirst ? 'button primary' : 'button'}
      href={signInAddress()}
      onClick={() => phoneAccess.beginSignIn()}
    >
      <LogIn />
      {isFirst ? <Trans>Sign in</Trans> : <Trans>Sign in as somebody else</Trans>}
    </a>
  );
}
