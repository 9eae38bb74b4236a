import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ActForm } from '../../parts/acts/act-form.tsx';
import { useAct } from '../../api/acts.ts';
import { usePlaces } from '../../api/places.ts';
import { Answered } from '../../parts/answered.tsx';
import { OutcomeNotice } from '../../parts/acts/outcome.tsx';
import type { Project } from '../../api/places.ts';

/** Opens a session for the signed-in user. */
export function OpenSession() {
  const { t } = useLingui();
  const places = usePlaces();
  return (
    <details className="card open-session">
      <summary>{t`Open a session`}</summary>
      <Answered of={places}>{(projects) => <Form projects={projects} />}</Answered>
    </details>
  );
}

function Form({ projects }: { readonly projects: readonly Project[] }) {
  const { t } = useLingui();
  const [chosen, choose] = useState('');
  const opening = useAct((outbox, { projectId, sectorId }: { projectId: string; sectorId: string }) => {
    const sector = projects.flatMap(({ sectors }) => sectors).find((one) => one.sectorId === sectorId);
    return outbox.openSession({ projectId, sectorId, sector_name: sector?.sector_name ?? '' });
  });
  const choices = projects.flatMap(({ projectId, projectName, sectors }) =>
    sectors.map(({ sectorId, sector_name }) => ({
      projectId,
      sectorId,
      name: `${projectName} · ${sector_name}`,
    })),
  );
  const sector = choices.find(({ sectorId }) => sectorId === chosen) ?? choices[0];
  if (!sector) return <p>{t`The farm has no sectors yet. An admin adds them in Settings.`}</p>;
  return (
    <ActForm onSubmit={() => opening.mutate(sector)}>
      <label>
        <span>{t`Where`}</span>
        <select value={sector.sectorId} onChange={({ target }) => choose(target.value)}>
          {choices.map(({ sectorId, name }) => (
            <option key={sectorId} value={sectorId}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="primary" disabled={opening.isPending}>{t`Open it now`}</button>
      <OutcomeNotice of={opening} />
    </ActForm>
  );
}
