import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ActForm } from '../../parts/acts/act-form.tsx';
import type { FormField } from '../../api/types.ts';
import { Dialog } from '../../parts/acts/dialog.tsx';
import { draftOf, type FieldDraft, fieldOf, NEW_FIELD } from './field-draft.ts';
import { Conditions, Limits, Names, Options, TypeOfField } from './field-members.tsx';

interface Props {
  /** Undefined: a new one. */
  readonly field: FormField | undefined;
  /** Names of all fields. */
  readonly taken: readonly string[];
  readonly onSave: (field: FormField) => void;
  readonly onClose: () => void;
}

/** The members of a field. The server checks the whole form before it is changed. */
export function EditField({ field, taken, onSave, onClose }: Props) {
  const { t } = useLingui();
  const [draft, setDraft] = useState(field ? draftOf(field) : NEW_FIELD);
  const set = (changed: Partial<FieldDraft>) => setDraft({ ...draft, ...changed });
  const isTaken = field === undefined && taken.includes(draft.name.trim());
  return (
    <Dialog title={field ? field.label : t`New field`} onClose={onClose}>
      {(close) => (
        <ActForm
          onSubmit={() => {
            onSave(fieldOf(draft, field));
            close();
          }}
        >
          <Names draft={draft} set={set} isNew={field === undefined} />
          {isTaken && <p className="notice bad" role="alert">{t`Another field has this name.`}</p>}
          <TypeOfField draft={draft} set={set} />
          <Options draft={draft} set={set} />
          <Limits draft={draft} set={set} />
          <Conditions draft={draft} set={set} />
          <p className="answers wide">
            <button type="button" onClick={close}>{t`Cancel`}</button>
            <button type="submit" className="primary" disabled={isTaken}>{t`Take it into the form`}</button>
          </p>
        </ActForm>
      )}
    </Dialog>
  );
}
