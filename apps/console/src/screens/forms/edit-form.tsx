import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Form, FormField } from '../../api/types.ts';
import { ActFailed } from '../../parts/acts/act-failed.tsx';
import { ChangeDialog } from '../../parts/farm/change-dialog.tsx';
import { draftOf, useFarm, useFarmDraft } from '../../parts/farm/farm-query.ts';
import { type FormDraft, FormMembers } from './form-members.tsx';
import type { FarmForm } from './form-query.ts';
import { UndoNotice } from './undo-notice.tsx';

interface Props {
  readonly form: Form;
  /** As they are edited. */
  readonly fields: readonly FormField[];
  readonly onReset: () => void;
}

/** What an admin changes about a form. Nothing is changed before the differences were shown. */
export function EditForm({ form, fields, onReset }: Props) {
  const before = stateOf(form);
  const { data: farm } = useFarm(true);
  const [members, setMembers] = useState(before);
  const { draft, show, drop, make, made } = useFarmDraft();
  const isChanged = fields !== form.fields || JSON.stringify(members) !== JSON.stringify(before);
  const asking = useMutation({
    mutationFn: async (asked: NonNullable<typeof farm>) => {
      const forms = asked.farm.forms as unknown as readonly FarmForm[];
      const stored = forms.find(({ key }) => key === form.key);
      show(
        await draftOf(
          { forms: [{ ...stored, ...declared(form, members), fields: [...fields] }] },
          asked.version,
        ),
      );
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (farm) asking.mutate(farm);
      }}
    >
      <FormMembers members={members} set={(changed) => setMembers({ ...members, ...changed })} />
      <p className="answers">
        {fields !== form.fields && (
          <button type="button" onClick={onReset}>
            <Trans>Fields as they were</Trans>
          </button>
        )}
        <button type="submit" className="primary" disabled={!isChanged || !farm || asking.isPending}>
          <Trans>Show what will change</Trans>
        </button>
      </p>
      <ActFailed error={asking.error} />
      {made && <UndoNotice made={made} />}
      {draft && <ChangeDialog draft={draft} make={make} onClose={drop} />}
    </form>
  );
}

const stateOf = ({ name, subtype, access }: Form): FormDraft => ({
  ...{ name, subtype: subtype ?? '', roles: access.roles, isInUse: true },
});

const declared = ({ key, access }: Form, { name, subtype, roles, isInUse }: FormDraft) => ({
  ...{ key, name, subtype: subtype.trim() === '' ? null : subtype.trim() },
  ...{ access: { roles: [...roles], users: access.users }, status: isInUse ? 'active' : 'inactive' },
});
