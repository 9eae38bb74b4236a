import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Languages } from 'lucide-react';
import type { ReactNode } from 'react';
import { session, useSessionStatus } from '../api/session.ts';
import { Popover } from '../parts/elements/popover.tsx';
import { Failed, Loading } from '../parts/states.tsx';
import { BlankFrame, EntranceFrame } from './frame.tsx';
import { Preferences } from './preferences.tsx';
import { Landing } from './landing.tsx';
import { Shell } from './shell.tsx';
import { SignOutFailed } from './sign-out-failed.tsx';

/** Shows the console to a signed-in user, and to anybody else only why not. */
export function Entrance() {
  const status = useSessionStatus();
  switch (status.is) {
    case 'unknown':
      return (
        <BlankFrame>
          <Loading />
        </BlankFrame>
      );
    case 'signed-in': {
      const { userId, role } = status.signedIn.user;
      return <Shell key={`${userId} ${role}`} signedIn={status.signedIn} />;
    }
    case 'ended':
      return (
        <Outside>
          <Landing wasHere={status.wasHere} />
        </Outside>
      );
    case 'inactive':
      return (
        <Outside>
          <Inactive unsent={status.unsent} />
        </Outside>
      );
    case 'unanswered':
      return (
        <Outside>
          <Failed
            error={status.error}
            noAnswer={<Trans>You cannot sign in, because the server does not answer.</Trans>}
            onRetry={() => void session.ask()}
          />
        </Outside>
      );
  }
}

function Outside({ children }: { readonly children: ReactNode }) {
  return <EntranceFrame beside={<Choices />}>{children}</EntranceFrame>;
}

function Choices() {
  return (
    <Popover
      label={
        <>
          <Languages />
          <Trans>Language</Trans>
        </>
      }
    >
      <Preferences />
    </Popover>
  );
}

function Inactive({ unsent }: { readonly unsent: number }) {
  const { t } = useLingui();
  const leaving = useMutation({ mutationFn: async () => location.assign(await session.signOut()) });
  return (
    <>
      <div className="state failed" role="alert">
        <p className="state-title">{t`You no longer have access to the farm.`}</p>
        <p>
          <Trans>
            Your user is no longer active, and the data that this device stored for you has been deleted. An
            admin of the farm can activate your user again.
          </Trans>
        </p>
        {unsent > 0 && (
          <p>
            <Plural
              value={unsent}
              one="# item that had not been sent was deleted with it."
              other="# items that had not been sent were deleted with it."
            />
          </p>
        )}
      </div>
      <button type="button" className="primary" disabled={leaving.isPending} onClick={() => leaving.mutate()}>
        <Trans>Sign out</Trans>
      </button>
      {leaving.isError && <SignOutFailed />}
    </>
  );
}
