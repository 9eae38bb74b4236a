import { Trans, useLingui } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { ActFailed } from '../../parts/acts/act-failed.tsx';
import { Dialog } from '../../parts/acts/dialog.tsx';
import { Differences } from '../../parts/farm/differences.tsx';
import { lastChangeOf } from '../../parts/farm/last-change.tsx';
import { takenBack, type WorkerChange } from './worker-change.ts';
import { patchWorker } from './worker-query.ts';

export const [KeepsLastWorkerChange, useLastWorkerChange] = lastChangeOf<WorkerChange | undefined>(undefined);

/** What a change does to a worker, member by member. */
export function WorkerDifferences({ change: { worker, before, after } }: { readonly change: WorkerChange }) {
  const name = worker.full_name;
  return <Differences changes={[{ kind: 'worker', key: name, action: 'updated', before, after }]} />;
}

/** Takes the last change back that was made on this screen. */
export function UndoWorkerChange() {
  const { last } = useLastWorkerChange();
  const [isOpen, open] = useState(false);
  if (!last) return null;
  return (
    <>
      <button type="button" className="no-print" onClick={() => open(true)}>
        <Undo2 /> <Trans>Undo the last change</Trans>
      </button>
      {isOpen && <Undo change={takenBack(last)} onClose={() => open(false)} />}
    </>
  );
}

function Undo({ change, onClose }: { readonly change: WorkerChange; readonly onClose: () => void }) {
  const { t } = useLingui();
  const { remember } = useLastWorkerChange();
  const undoing = useChange(
    'workers',
    () => patchWorker(change),
    () => remember(change),
  );
  return (
    <Dialog title={t`Undo the last change`} onClose={onClose}>
      {(close) => (
        <>
          <WorkerDifferences change={change} />
          <ActFailed error={undoing.error} />
          <p className="answers">
            <button type="button" onClick={close}>{t`Cancel`}</button>
            <button
              type="button"
              className="primary"
              disabled={undoing.isPending}
              onClick={() => undoing.mutate(undefined, { onSuccess: close })}
            >
              <Trans>Make the change</Trans>
            </button>
          </p>
        </>
      )}
    </Dialog>
  );
}
