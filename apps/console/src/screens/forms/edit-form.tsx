import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ActForm } from '../../parts/acts/act-form.tsx';
import type { Form, FormField } from '../../api/types.ts';
import type { FarmPart } from '../../farm/farm-file.ts';
import { DirectChange } from '../../parts/farm/change-dialog.tsx';
import { patchOf, useFarm } from '../../parts/farm/farm-query.ts';
import { type FormDraft, FormMembers } from './form-members.tsx';
import { UndoNotice } from './undo-notice.tsx';

interface Props {
  readonly form: Form;
  /** As they are edited. */
  readonly fields: readonly FormField[];
  readonly onReset: () => void;
}

/** What an admin changes about a form. Nothing is changed before the differences were shown. */
export function EditForm({ form, fields, onReset }: Props) {
  const { t } = useLingui();
  const before = stateOf(form);
  const { data: farm } = useFarm();
  const [members, setMembers] = useState(before);
  const [part, propose] = useState<FarmPart>();
  const isChanged = fields !== form.fields || JSON.stringify(members) !== JSON.stringify(before);
  const stored = farm?.file.forms.find(({ key }) => key === form.key);
  return (
    <ActForm onSubmit={() => propose({ forms: [{ ...stored, ...declared(form, members), fields }] })}>
      <FormMembers members={members} set={(changed) => setMembers({ ...members, ...changed })} />
      <p className="answers">
        {fields !== form.fields && <button type="button" onClick={onReset}>{t`Fields as they were`}</button>}
        <button type="submit" className="primary" disabled={!isChanged || !farm}>
          <Trans>Show what will change</Trans>
        </button>
      </p>
      <UndoNotice />
      {part && (
        <DirectChange
          title={t`What will change`}
          request={patchOf(part)}
          onClose={() => propose(undefined)}
        />
      )}
    </ActForm>
  );
}

const stateOf = ({ name, subtype, access }: Form): FormDraft => ({
  ...{ name, subtype: subtype ?? '', roles: access.roles, isInUse: true },
});

const declared = ({ key, access }: Form, { name, subtype, roles, isInUse }: FormDraft) => ({
  ...{ key, name, subtype: subtype.trim() === '' ? null : subtype.trim() },
  ...{ access: { roles: [...roles], users: access.users }, status: isInUse ? 'active' : 'inactive' },
});
