import { Trans } from '@lingui/react/macro';
import { signInAddress, useSignedIn } from '../api/session.ts';
import { Failed, Loading } from '../parts/states.tsx';
import { Preferences } from './preferences.tsx';
import { Shell } from './shell.tsx';

/** Shows the console to a signed-in user, and else how to sign in. The current screen stays when a session ends. */
export function Entrance() {
  const { data: signedIn, error, isFetchedAfterMount, refetch } = useSignedIn();
  const hasEnded = error?.status === 401;
  // Until the server has answered, stored data may belong to a previous user.
  if (!isFetchedAfterMount) return <Loading />;
  if (signedIn) return <Shell signedIn={signedIn} hasEnded={hasEnded} />;
  return (
    <main className="entrance">
      <Brand />
      {hasEnded ? <SignIn /> : <Failed error={error} onRetry={() => void refetch()} />}
      <Preferences />
    </main>
  );
}

function SignIn() {
  return (
    <>
      <p>
        <Trans>See what the farm is doing: the harvest of today, pests, weather, devices and pay.</Trans>
      </p>
      <a className="button primary" href={signInAddress()}>
        <Trans>Sign in</Trans>
      </a>
    </>
  );
}

export function Brand() {
  return (
    <h1 className="brand">
      <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="32" height="32" /> Furrow
    </h1>
  );
}
