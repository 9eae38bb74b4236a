import { useLingui } from '@lingui/react/macro';
import type { Worker } from '../../api/types.ts';
import { Choose } from '../../parts/fields/choose.tsx';
import { TextField } from '../../parts/fields/text-field.tsx';
import type { useWorkerOptions } from './worker-query.ts';

export interface WorkerDraft {
  readonly first_name: string;
  readonly last_name: string;
  readonly hire_date: string;
  readonly position: string;
  readonly employment_type: string;
  readonly status: string;
  readonly document_id: string;
  readonly phone: string;
  readonly email: string;
}

export type WorkerOptions = NonNullable<ReturnType<typeof useWorkerOptions>['data']>;

/** A worker as the form begins with; a new one is hired today. */
export function draftOf(worker: Worker | undefined, options: WorkerOptions): WorkerDraft {
  const today = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  return {
    first_name: worker?.first_name ?? '',
    last_name: worker?.last_name ?? '',
    hire_date:
      worker?.hire_date ?? `${today.getFullYear()}-${two(today.getMonth() + 1)}-${two(today.getDate())}`,
    position: worker?.position ?? options.position[0] ?? '',
    employment_type: worker?.employment_type ?? options.employment_type[0] ?? '',
    status: worker?.status ?? options.status[0] ?? '',
    document_id: worker?.document_id ?? '',
    phone: worker?.phone ?? '',
    email: worker?.email ?? '',
  };
}

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
    </>
  );
}
