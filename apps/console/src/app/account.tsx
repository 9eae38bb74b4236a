import { useLingui } from '@lingui/react/macro';
import type { Role } from '../api/session.ts';
import { closeOnEscape } from '../parts/close-on-escape.ts';
import { Preferences } from './preferences.tsx';
import { SignOut } from './sign-out.tsx';
import { useUser } from './signed-in.ts';

/** The signed-in user, preferences, and signing out. */
export function Account() {
  const { t } = useLingui();
  const { name, role } = useUser();
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
        <SignOut />
      </div>
    </details>
  );
}
