import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { bodyOf, furrow } from '../../api/furrow.ts';
import type { Worker } from '../../api/types.ts';
import { ActFailed } from '../../parts/acts/act-failed.tsx';
import { Dialog } from '../../parts/acts/dialog.tsx';
import { dataUrlOf } from './photo-file.ts';
import { draftOf, type WorkerDraft, WorkerFields } from './worker-fields.tsx';
import { useWorkerOptions } from './worker-query.ts';

interface Props {
  /** Undefined: a new one. */
  readonly worker?: Worker;
  readonly onClose: () => void;
}

/** Registers a worker, or changes one. */
export function WorkerDialog({ worker, onClose }: Props) {
  const { data: options } = useWorkerOptions();
  const title = worker ? <Trans>Edit {worker.full_name}</Trans> : <Trans>New worker</Trans>;
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => options && <Form worker={worker} options={options} close={close} />}
    </Dialog>
  );
}

interface FormProps {
  readonly worker: Worker | undefined;
  readonly options: NonNullable<ReturnType<typeof useWorkerOptions>['data']>;
  readonly close: () => void;
}

function Form({ worker, options, close }: FormProps) {
  const [draft, setDraft] = useState(() => draftOf(worker, options));
  const [photo, setPhoto] = useState<File>();
  const saving = useChange('workers', () => save(worker, draft, photo), close);
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <WorkerFields draft={draft} options={options} onChange={setDraft} />
      <label className="wide">
        <span>
          <Trans>Photo (JPEG, PNG or WebP)</Trans>
        </span>
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          onChange={({ target }) => setPhoto(target.files?.[0])}
        />
      </label>
      <div className="wide">
        <ActFailed error={saving.error} />
      </div>
      <p className="answers wide">
        <button type="button" onClick={close}>
          <Trans>Cancel</Trans>
        </button>
        <button type="submit" className="primary" disabled={saving.isPending}>
          <Trans>Save</Trans>
        </button>
      </p>
    </form>
  );
}

/** Of a change only what differs is sent, so that a value which is no longer offered may stay. */
async function save(worker: Worker | undefined, draft: WorkerDraft, photo: File | undefined) {
  const sent = { ...draft, ...(photo && { photo: await dataUrlOf(photo) }) };
  const optional = (value: string) => value.trim() || null;
  const body = {
    ...sent,
    ...{
      document_id: optional(draft.document_id),
      phone: optional(draft.phone),
      email: optional(draft.email),
    },
  };
  if (!worker) return bodyOf(furrow.POST('/api/control/workers', { body }));
  const changes = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== worker[name as keyof Worker]),
  );
  const params = { path: { worker: worker.id } };
  return bodyOf(furrow.PATCH('/api/control/workers/{worker}', { params, body: changes }));
}
