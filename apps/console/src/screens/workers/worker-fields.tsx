import { useLingui } from '@lingui/react/macro';
import { Choose } from '../../parts/fields/choose.tsx';
import { TextField } from '../../parts/fields/text-field.tsx';
import type { WorkerOptions } from '../../api/types.ts';
import type { WorkerDraft } from './worker-draft.ts';

interface Props {
  readonly draft: WorkerDraft;
  readonly options: WorkerOptions;
  readonly onChange: (draft: WorkerDraft) => void;
}

/** The particulars of a worker. */
export function WorkerFields({ draft, options, onChange }: Props) {
  const { t } = useLingui();
  const text = (name: keyof WorkerDraft, label: string, more: object = {}) => (
    <TextField
      label={label}
      name={name}
      value={draft[name]}
      onChange={(value) => onChange({ ...draft, [name]: value })}
      {...more}
    />
  );
  const choice = (name: 'position' | 'employment_type' | 'status', label: string) => (
    <Choose
      label={label}
      value={draft[name]}
      options={[...new Set([...options[name], draft[name]])].map((value) => ({ value, label: value }))}
      onChange={(value) => onChange({ ...draft, [name]: value })}
    />
  );
  const groups = [...new Set(['', ...options.group, draft.group])];
  return (
    <>
      {text('first_name', t`First name`, { required: true, maxLength: 100 })}
      {text('last_name', t`Last name`, { required: true, maxLength: 100 })}
      {text('hire_date', t`Hired on`, { required: true, type: 'date', min: '1900-01-01' })}
      {choice('position', t`Position`)}
      {choice('employment_type', t`Employment`)}
      {choice('status', t`Status`)}
      {text('document_id', t`Document`, { maxLength: 50 })}
      {text('phone', t`Phone`, { maxLength: 50, type: 'tel' })}
      {text('email', t`E-mail`, { maxLength: 254, type: 'email' })}
      {groups.length > 1 && (
        <Choose
          label={t`Group`}
          value={draft.group}
          options={groups.map((value) => ({ value, label: value === '' ? t`none` : value }))}
          onChange={(group) => onChange({ ...draft, group })}
        />
      )}
    </>
  );
}
