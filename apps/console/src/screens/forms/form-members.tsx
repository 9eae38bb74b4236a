import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Form } from '../../api/types.ts';
import { useRoles } from '../../app/roles.ts';

/** What a form is, besides its fields, as it is typed. */
export interface FormDraft {
  readonly name: string;
  readonly subtype: string;
  readonly roles: Form['access']['roles'];
  readonly isInUse: boolean;
}

interface Props {
  readonly members: FormDraft;
  readonly set: (changed: Partial<FormDraft>) => void;
}

/** Admins see all forms. */
const GIVEN_ROLES = ['supervisor', 'agronomist'] as const;

export function FormMembers({ members: { name, subtype, roles, isInUse }, set }: Props) {
  const { t } = useLingui();
  const names = useRoles();
  return (
    <>
      <label>
        <span>{t`Name`}</span>
        <input required maxLength={200} value={name} onChange={({ target }) => set({ name: target.value })} />
      </label>
      <label>
        <span>{t`About`}</span>
        <input
          maxLength={100}
          value={subtype}
          placeholder={t`such as pests`}
          onChange={({ target }) => set({ subtype: target.value })}
        />
      </label>
      <div className="wide chips">
        {GIVEN_ROLES.map((role) => (
          <Check
            key={role}
            isChecked={roles.includes(role)}
            onCheck={(isGiven) =>
              set({ roles: isGiven ? [...roles, role] : roles.filter((each) => each !== role) })
            }
          >
            <Trans>Seen by: {names[role]}</Trans>
          </Check>
        ))}
        <Check isChecked={isInUse} onCheck={(checked) => set({ isInUse: checked })}>{t`In use`}</Check>
      </div>
    </>
  );
}

interface CheckProps {
  readonly isChecked: boolean;
  readonly onCheck: (isChecked: boolean) => void;
  readonly children: ReactNode;
}

export function Check({ isChecked, onCheck, children }: CheckProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={isChecked} onChange={({ target }) => onCheck(target.checked)} />
      <span>{children}</span>
    </label>
  );
}
