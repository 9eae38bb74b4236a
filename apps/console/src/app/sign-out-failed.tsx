import { useLingui } from '@lingui/react/macro';

/** Only the server can remove the cookie of the session. */
export function SignOutFailed() {
  const { t } = useLingui();
  return <p role="alert">{t`You cannot sign out without a network. Try again when the network is back.`}</p>;
}
