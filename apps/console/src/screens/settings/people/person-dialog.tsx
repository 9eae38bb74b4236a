import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRoles } from '../../../app/roles.ts';
import type { FarmUser } from '../../../farm/farm-file.ts';
import { Choose } from '../../../parts/fields/choose.tsx';
import { NameField } from '../../../parts/fields/name-field.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { ChangeDialog } from '../../../parts/farm/change-dialog.tsx';
import { optionsOf } from '../../../parts/farm/choices.ts';

interface Props {
  /** Undefined: somebody who is invited. */
  readonly person?: FarmUser;
  readonly onClose: () => void;
}

/** Invites a person by e-mail, or changes what is known of one. */
export function PersonDialog({ person, onClose }: Props) {
  const { t } = useLingui();
  const roles = useRoles();
  const [name, setName] = useState(person?.name ?? '');
  const [email, setEmail] = useState(person?.email ?? '');
  const [role, setRole] = useState<string>(person?.role ?? 'supervisor');
  const isKnown = person?.idpId !== undefined;
  const next = {
    name: name.trim(),
    role,
    ...(isKnown && { idpId: person.idpId }),
    email: email.trim() || null,
  };
  const title = person ? t`Change ${person.name}` : t`Invite a person`;
  return (
    <ChangeDialog title={title} onClose={onClose} part={() => ({ users: [next] })}>
      <NameField value={name} onChange={setName} />
      <TextField
        className="wide"
        label={t`E-mail`}
        type="email"
        required={!isKnown}
        // It is what an invitation is known by.
        readOnly={person !== undefined && !isKnown}
        maxLength={254}
        value={email}
        onChange={setEmail}
      />
      <Choose label={t`Role`} value={role} options={optionsOf(roles)} onChange={setRole} />
      {!isKnown && (
        <p className="wide">
          <Trans>
            Furrow sends no e-mail: tell the person to open this console and sign in with that address. The
            first sign-in for which the identity provider vouches for the address takes the invitation.
          </Trans>
        </p>
      )}
    </ChangeDialog>
  );
}
