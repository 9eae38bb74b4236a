import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ActForm } from '../../parts/acts/act-form.tsx';
import { useChange } from '../../api/change.ts';
import { bodyOf, furrow } from '../../api/furrow.ts';
import type { Worker } from '../../api/types.ts';
import { ActFailed } from '../../parts/acts/act-failed.tsx';
import { Dialog } from '../../parts/acts/dialog.tsx';
import { Answered } from '../../parts/answered.tsx';
import { TextField } from '../../parts/fields/text-field.tsx';
import { PrintBadges } from './print-badges.tsx';
import { useBadges } from './worker-query.ts';

interface Props {
  readonly worker: Worker;
  readonly onClose: () => void;
}

/** The badges of a worker: gives one, takes one back, and prints it. */
export function BadgesDialog({ worker, onClose }: Props) {
  const { t } = useLingui();
  const badges = useBadges(worker.id);
  return (
    <Dialog title={t`Badges of ${worker.full_name}`} onClose={onClose}>
      {(close) => (
        <>
          <Answered of={badges} empty={<p>{t`The worker has no badge.`}</p>}>
            {(list) => (
              <ul className="badges">
                {list.map(({ assignmentId, code }) => (
                  <li key={assignmentId}>
                    <code>{code}</code> <TakeBack code={code} />
                  </li>
                ))}
              </ul>
            )}
          </Answered>
          <Give workerId={worker.id} />
          <PrintBadges workers={[worker]} />
          <p className="answers">
            <button type="button" onClick={close}>{t`Close`}</button>
          </p>
        </>
      )}
    </Dialog>
  );
}

function TakeBack({ code }: { readonly code: string }) {
  const taking = useChange('workers', async () => {
    const answer = await furrow.DELETE('/api/control/badges/{code}', { params: { path: { code } } });
    if (!answer.ok) throw answer.error;
  });
  return (
    <>
      <button type="button" disabled={taking.isPending} onClick={() => taking.mutate()}>
        <Trans>Take back</Trans> <span className="hidden">{code}</span>
      </button>
      <ActFailed error={taking.error} />
    </>
  );
}

function Give({ workerId }: { readonly workerId: string }) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const giving = useChange(
    'workers',
    () => {
      const params = { path: { code: code.trim() } };
      return bodyOf(furrow.PUT('/api/control/badges/{code}', { params, body: { workerId } }));
    },
    () => setCode(''),
  );
  return (
    <ActForm className="fields" onSubmit={() => giving.mutate()}>
      <TextField label={t`Code of a badge`} required maxLength={64} value={code} onChange={setCode} />
      <p className="answers">
        <button type="submit" className="primary" disabled={giving.isPending}>{t`Give`}</button>
      </p>
      <p className="wide">{t`Whoever has the badge now loses it. A scanner may type the code.`}</p>
      <div className="wide">
        <ActFailed error={giving.error} />
      </div>
    </ActForm>
  );
}
