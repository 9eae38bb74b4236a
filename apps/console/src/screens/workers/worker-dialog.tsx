import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ActForm } from '../../parts/acts/act-form.tsx';
import { useChange } from '../../api/change.ts';
import { bodyOf, furrow } from '../../api/furrow.ts';
import type { Worker, WorkerOptions } from '../../api/types.ts';
import { useCompany } from '../../app/signed-in.ts';
import { ActFailed } from '../../parts/acts/act-failed.tsx';
import { Dialog } from '../../parts/acts/dialog.tsx';
import { dataUrlOf } from './photo-file.ts';
import { useLastWorkerChange, WorkerDifferences } from './last-worker-change.tsx';
import { isComplete, NeedsOptions } from './no-workers.tsx';
import { changeOf, membersOf, type WorkerChange } from './worker-change.ts';
import { draftOf, type WorkerDraft } from './worker-draft.ts';
import { WorkerFields } from './worker-fields.tsx';
import { patchWorker, useWorkerOptions } from './worker-query.ts';

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
      {(close) =>
        options && (worker || isComplete(options)) ? (
          <Form worker={worker} options={options} close={close} />
        ) : (
          options && (
            <p className="notice warn">
              <NeedsOptions />
            </p>
          )
        )
      }
    </Dialog>
  );
}

interface FormProps {
  readonly worker: Worker | undefined;
  readonly options: WorkerOptions;
  readonly close: () => void;
}

function Form({ worker, options, close }: FormProps) {
  const { t } = useLingui();
  const { timezone } = useCompany();
  const [draft, setDraft] = useState(() => draftOf(worker, options, timezone));
  const [photo, setPhoto] = useState<File>();
  const [isReviewed, review] = useState(false);
  const { remember } = useLastWorkerChange();
  const change = worker && changeOf(worker, draft);
  const saving = useChange(
    'workers',
    () => save(change, draft, photo),
    (saved) => {
      if (Object.keys(saved.after).length > 0) remember(saved);
      close();
    },
  );
  return (
    <ActForm
      className="fields"
      onSubmit={() => {
        if (worker && !isReviewed) review(true);
        else saving.mutate();
      }}
    >
      {/* It keeps what was typed for whoever goes back. */}
      <div className="wide" hidden={isReviewed}>
        <div className="fields">
          <WorkerFields draft={draft} options={options} onChange={setDraft} />
          <PhotoField onChange={setPhoto} />
        </div>
      </div>
      {isReviewed && change && (
        <div className="wide">
          <WorkerDifferences change={change} />
          {photo && <p>{t`The photo is replaced by ${photo.name}.`}</p>}
        </div>
      )}
      <div className="wide">
        <ActFailed error={saving.error} />
      </div>
      <p className="answers wide">
        <button type="button" onClick={isReviewed ? () => review(false) : close}>
          {isReviewed ? t`Back` : t`Cancel`}
        </button>
        <button type="submit" className="primary" disabled={saving.isPending}>
          {worker && !isReviewed ? t`Show what changes` : t`Save`}
        </button>
      </p>
    </ActForm>
  );
}

function PhotoField({ onChange }: { readonly onChange: (photo: File | undefined) => void }) {
  const { t } = useLingui();
  return (
    <label className="wide">
      <span>{t`Photo (JPEG, PNG or WebP)`}</span>
      <input
        type="file"
        accept="image/jpeg,image/png,image/webp"
        onChange={({ target }) => onChange(target.files?.[0])}
      />
    </label>
  );
}

/** @returns the change that was made */
async function save(
  change: WorkerChange | undefined,
  draft: WorkerDraft,
  photo: File | undefined,
): Promise<WorkerChange> {
  const picture = photo && (await dataUrlOf(photo));
  if (change) {
    await patchWorker(change, picture);
    return change;
  }
  const after = membersOf(draft);
  const body = { ...draft, ...after, ...(picture !== undefined && { photo: picture }) } as never;
  const { data } = await bodyOf(furrow.POST('/api/control/workers', { body }));
  return { worker: data, before: null, after };
}
