import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { usePlaces } from '../../../api/places.ts';
import { Answered } from '../../../parts/answered.tsx';
import { newAlert } from './alert-draft.ts';
import { AlertForm } from './alert-form.tsx';

/** Creates a rule under an unused key. */
export function NewAlert() {
  const [made, setMade] = useState(0);
  return (
    <details className="disclosure no-print">
      <summary>
        <Trans>Create an alert</Trans>
      </summary>
      <Answered of={usePlaces()}>
        {([first]) =>
          first === undefined ? (
            <p>
              <Trans>There is no project whose devices could be watched.</Trans>
            </p>
          ) : (
            <AlertForm key={made} draft={newAlert(first.projectId)} onSaved={() => setMade(made + 1)} />
          )
        }
      </Answered>
    </details>
  );
}
