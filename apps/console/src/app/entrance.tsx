import { Trans } from '@lingui/react/macro';
import { signInAddress, useSignedIn } from '../api/session.ts';
import { Failed, Loading } from '../parts/states.tsx';
import { BlankFrame, EntranceFrame } from './frame.tsx';
import { Preferences } from './preferences.tsx';
import { Shell } from './shell.tsx';

/** Shows the console to a signed-in user, and else how to sign in. The current screen stays when a session ends. */
export function Entrance() {
  const { data: signedIn, error, isFetchedAfterMount, refetch } = useSignedIn();
  const hasEnded = error?.status === 401;
  // Until the server has answered, stored data may belong to a previous user.
  if (!isFetchedAfterMount)
    return (
      <BlankFrame>
        <Loading />
      </BlankFrame>
    );
  if (signedIn) return <Shell signedIn={signedIn} hasEnded={hasEnded} />;
  return (
    <EntranceFrame>
      {hasEnded ? <SignIn /> : <Failed error={error} onRetry={() => void refetch()} />}
      <Preferences />
    </EntranceFrame>
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
