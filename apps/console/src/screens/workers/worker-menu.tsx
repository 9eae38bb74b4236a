import { Trans, useLingui } from '@lingui/react/macro';
import { IdCard, Pencil, UserMinus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import type { Worker } from '../../api/types.ts';
import { ConfirmDialog } from '../../parts/acts/dialog.tsx';
import { RowMenu } from '../../parts/elements/row-menu.tsx';
import { BadgesDialog } from './badges-dialog.tsx';
import { useLastWorkerChange } from './last-worker-change.tsx';
import { WorkerDialog } from './worker-dialog.tsx';
import { patchWorker, useWorkerOptions } from './worker-query.ts';

/** The status of who has left. */
export const LEFT = 'inactive';

/** What can be done with a worker. */
export function WorkerMenu({ worker }: { readonly worker: Worker }) {
  const { t } = useLingui();
  const [act, setAct] = useState<'edit' | 'badges' | 'leave'>();
  const onClose = () => setAct(undefined);
  const hasLeft = worker.status === LEFT;
  return (
    <>
      <RowMenu
        label={t`Actions for ${worker.full_name}`}
        items={[
          { label: t`Edit`, icon: Pencil, onChoose: () => setAct('edit') },
          { label: t`Badges`, icon: IdCard, onChoose: () => setAct('badges') },
          hasLeft
            ? { label: t`Is back`, icon: UserPlus, onChoose: () => setAct('leave') }
            : { label: t`Has left`, icon: UserMinus, isBad: true, onChoose: () => setAct('leave') },
        ]}
      />
      {act === 'edit' && <WorkerDialog worker={worker} onClose={onClose} />}
      {act === 'badges' && <BadgesDialog worker={worker} onClose={onClose} />}
      {act === 'leave' && <Standing worker={worker} status={hasLeft ? 'active' : LEFT} onClose={onClose} />}
    </>
  );
}

interface Props {
  readonly worker: Worker;
  readonly status: string;
  readonly onClose: () => void;
}

function Standing({ worker, status, onClose }: Props) {
  const { full_name: name } = worker;
  const { remember } = useLastWorkerChange();
  const { data: options } = useWorkerOptions();
  const change = { worker, before: { status: worker.status }, after: { status } };
  const changing = useChange(
    'workers',
    () => patchWorker(change),
    () => remember(change),
  );
  const leaves = status === LEFT;
  const isOption = options?.status.includes(status) ?? true;
  return (
    <ConfirmDialog
      title={leaves ? <Trans>{name} has left</Trans> : <Trans>{name} is back</Trans>}
      question={
        !isOption ? (
          <Trans>
            An admin first adds “{status}” to the states of workers, among the options of workers in Settings.
          </Trans>
        ) : leaves ? (
          <Trans>Records, shifts and pay stay as they are. The worker can come back.</Trans>
        ) : (
          <Trans>The worker is active again.</Trans>
        )
      }
      label={leaves ? <Trans>Has left</Trans> : <Trans>Is back</Trans>}
      by={changing}
      onClose={onClose}
    />
  );
}
