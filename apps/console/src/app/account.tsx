import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { forgetLastAnswers } from '../api/last-answers.ts';
import { type Role, signOut } from '../api/session.ts';
import { closeOnEscape } from '../parts/close-on-escape.ts';
import { Preferences } from './preferences.tsx';
import { useUser } from './signed-in.ts';

/** The signed-in user, preferences, and signing out. */
export function Account() {
  const { t } = useLingui();
  const { name, role } = useUser();
  const queries = useQueryClient();
  const leaving = useMutation({
    mutationFn: signOut,
    onSuccess: async (next) => {
      queries.clear();
      await forgetLastAnswers();
      location.assign(next);
    },
  });
  const roles: Readonly<Record<Role, string>> = {
    admin: t`Admin`,
    supervisor: t`Supervisor`,
    agronomist: t`Agronomist`,
  };
  return (
    <details className="account" onKeyDown={closeOnEscape}>
      <summary>{name}</summary>
      <div className="popover">
        <p>
          {name}
          <br />
          <small>{roles[role]}</small>
        </p>
        <Preferences />
        <button type="button" disabled={leaving.isPending} onClick={() => leaving.mutate()}>
          <Trans>Sign out</Trans>
        </button>
        {leaving.isError && (
          <p role="alert">
            <Trans>Signing out needs the network. Try again when it is back.</Trans>
          </p>
        )}
      </div>
    </details>
  );
}
