import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { type Project, usePlaces } from '../../api/places.ts';
import { Answered } from '../../parts/answered.tsx';
import { Choose } from '../../parts/choose.tsx';
import { Empty } from '../../parts/states.tsx';
import { addDays, localDate } from '../../time/local-day.ts';
import { Findings } from './findings.tsx';
import { Photos } from './photos.tsx';
import { type Days, useSummary } from './scouting-query.ts';
import { Treatments } from './treatments.tsx';

/** Pests and diseases: where, how much, since when, and what was done. */
export default function Scouting() {
  return (
    <>
      <div className="heading">
        <h1>
          <Trans>Scouting</Trans>
        </h1>
      </div>
      <Answered of={usePlaces()}>{(projects) => <OfProjects projects={projects} />}</Answered>
    </>
  );
}

function OfProjects({ projects }: { readonly projects: readonly Project[] }) {
  const { t } = useLingui();
  const [chosen, choose] = useState('');
  const [length, setLength] = useState(90);
  const project = projects.find(({ projectId }) => projectId === chosen) ?? projects[0];
  const zone = project?.timezone ?? 'UTC';
  const days = useMemo((): Days => {
    const to = localDate(new Date(), zone);
    return { from: addDays(to, 1 - length), to };
  }, [zone, length]);
  const summary = useSummary(days);
  if (!project)
    return (
      <Empty title={t`The farm has no projects yet.`}>
        <Trans>Its farm file names them, with their sectors and devices.</Trans>
      </Empty>
    );
  return (
    <>
      <div className="filters no-print">
        <Choose
          label={t`Project`}
          value={project.projectId}
          options={projects.map(({ projectId, projectName }) => ({ value: projectId, label: projectName }))}
          onChange={choose}
        />
        <Choose
          label={t`How long`}
          value={length}
          options={[7, 30, 90, 180].map((count) => ({ value: count, label: t`${count} days` }))}
          onChange={setLength}
        />
      </div>
      <Answered of={summary}>
        {(all) => (
          <Findings
            project={project}
            sectors={all.find(({ projectId }) => projectId === project.projectId)?.sectors ?? []}
            days={days}
          />
        )}
      </Answered>
      <Treatments project={project} days={days} />
      <Photos project={project} days={days} />
    </>
  );
}
