import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import type { Role } from '../api/session.ts';
import { Face } from '../parts/elements/face.tsx';
import { Popover } from '../parts/elements/popover.tsx';
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
    <Popover
      className="account"
      label={
        <>
          <Face name={name} />
          <span className="account-name">{name}</span>
          <ChevronDown />
        </>
      }
    >
      <p>
        {name}
        <br />
        <small>{roles[role]}</small>
      </p>
      <Preferences />
      <SignOut />
    </Popover>
  );
}
