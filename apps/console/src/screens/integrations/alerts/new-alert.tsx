import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { usePlaces } from '../../../api/places.ts';
import { Answered } from '../../../parts/answered.tsx';
import { newAlert } from './alert-draft.ts';
import { AlertForm } from './alert-form.tsx';

/** Creates a rule under an unused key. */
export function NewAlert() {
  const { t } = useLingui();
  const [made, setMade] = useState(0);
  return (
    <details className="disclosure no-print">
      <summary>{t`Create an alert`}</summary>
      <Answered of={usePlaces()}>
        {([first]) =>
          first === undefined ? (
            <p>{t`There is no project whose devices could be watched.`}</p>
          ) : (
            <AlertForm key={made} draft={newAlert(first.projectId)} onSaved={() => setMade(made + 1)} />
          )
        }
      </Answered>
    </details>
  );
}
