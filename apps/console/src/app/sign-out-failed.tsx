import { Trans } from '@lingui/react/macro';

/** Only the server can remove the cookie of the session. */
export function SignOutFailed() {
  return (
    <p role="alert">
      <Trans>You cannot sign out without a network. Try again when the network is back.</Trans>
    </p>
  );
}
