import { Trans } from '@lingui/react/macro';
import { signInAddress, useSignedIn } from '../api/session.ts';
import { Failed, Loading } from '../parts/states.tsx';
import { Preferences } from './preferences.tsx';
import { Shell } from './shell.tsx';

/** Lets in whoever is signed in, and says how where nobody is. What is on screen stays when a session ends. */
export function Entrance() {
  const { data: signedIn, error, isFetchedAfterMount, refetch } = useSignedIn();
  const hasEnded = error?.status === 401;
  // Before that, what is kept may be of whoever sat here last.
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
