import { Trans } from '@lingui/react/macro';

/** Only the server can remove the cookie of the session. */
export function SignOutFailed() {
  return (
    <p role="alert">
      <Trans>Signing out needs the network. Try again when it is back.</Trans>
    </p>
  );
}
