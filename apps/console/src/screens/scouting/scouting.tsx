import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo, useState } from 'react';
import type { Project } from '../../api/places.ts';
import { Answered } from '../../parts/answered.tsx';
import { Choose } from '../../parts/fields/choose.tsx';
import { OnPaper } from '../../parts/on-paper.tsx';
import { ProjectScreen } from '../../parts/project-screen.tsx';
import { addDays, todayIn } from '../../time/local-day.ts';
import { Findings } from './findings.tsx';
import { Photos } from './photos.tsx';
import { type Days, useSummary } from './scouting-query.ts';
import { Treatments } from './treatments.tsx';

/** Pests and diseases: where, how much, since when, and their treatments. */
export default function Scouting() {
  return (
    <ProjectScreen title={<Trans>Scouting</Trans>}>
      {(project, chooser) => <OfProject project={project} chooser={chooser} />}
    </ProjectScreen>
  );
}

function OfProject({ project, chooser }: { readonly project: Project; readonly chooser: ReactNode }) {
  const { t } = useLingui();
  const [length, setLength] = useState(90);
  const { timezone } = project;
  const days = useMemo((): Days => {
    const to = todayIn(timezone);
    return { from: addDays(to, 1 - length), to };
  }, [timezone, length]);
  const summary = useSummary(days);
  return (
    <>
      <OnPaper project={project} from={days.from} to={days.to} />
      <div className="filters no-print">
        {chooser}
        <Choose
          label={t`Period`}
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
      {summary.isFetched && <Photos project={project} days={days} />}
    </>
  );
}
