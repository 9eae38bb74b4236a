import { ChevronDown } from 'lucide-react';
import { Face } from '../parts/elements/face.tsx';
import { Popover } from '../parts/elements/popover.tsx';
import { Preferences } from './preferences.tsx';
import { SignOut } from './sign-out.tsx';
import { useRoles } from './roles.ts';
import { useUser } from './signed-in.ts';

/** The signed-in user, preferences, and signing out. */
export function Account() {
  const { name, role } = useUser();
  const roles = useRoles();
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
