import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useChange } from '../../../api/change.ts';
import { bodyOf, furrow } from '../../../api/furrow.ts';
import { usePlaces } from '../../../api/places.ts';
import type { Alert } from '../../../api/types.ts';
import { Confirmed } from '../../../parts/acts/confirmed.tsx';
import { AlertDevices } from './alert-devices.tsx';
import { AlertForm } from './alert-form.tsx';
import { draftOf } from './alert-draft.ts';
import { useAlertStates, useRule } from './alert-words.ts';

/** One rule: its condition, and its state for each device and since when. */
export function AlertCard({ alert }: { readonly alert: Alert }) {
  const states = useAlertStates();
  const rule = useRule();
  const { data: projects = [] } = usePlaces();
  const { key, name, state, device, projectId, project } = alert;
  const where = projects.find((one) => one.projectId === projectId)?.projectName ?? project;
  return (
    <li className="card">
      <header>
        <h3>{name}</h3>
        <p className={`state-of ${state}`}>{states[state]}</p>
      </header>
      <p>{rule(alert)}</p>
      <p>
        {device === null ? (
          <Trans>Every active device of {where}.</Trans>
        ) : (
          <Trans>
            {device} of {where}.
          </Trans>
        )}
      </p>
      <AlertDevices of={alert} />
      <Actions key={key} alert={alert} />
    </li>
  );
}

function Actions({ alert }: { readonly alert: Alert }) {
  const [isEdited, edit] = useState(false);
  const deleting = useChange('alerts', () =>
    bodyOf(furrow.DELETE('/api/control/alerts/{key}', { params: { path: { key: alert.key } } })),
  );
  return (
    <>
      <div className="actions no-print">
        <button type="button" aria-expanded={isEdited} onClick={() => edit(!isEdited)}>
          <Trans>Change</Trans> <span className="hidden">{alert.name}</span>
        </button>
        <Confirmed
          label={<Trans>Delete</Trans>}
          name={alert.name}
          question={<Trans>Nothing is watched by it any more; what it has raised is cleared.</Trans>}
          by={deleting}
        />
      </div>
      {isEdited && <AlertForm alertKey={alert.key} draft={draftOf(alert)} onSaved={() => edit(false)} />}
    </>
  );
}
