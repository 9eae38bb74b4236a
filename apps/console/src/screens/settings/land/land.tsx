import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Empty } from '../../../parts/states.tsx';
import { useShownFarm } from '../shown-farm.ts';
import { ProjectCard } from './project-card.tsx';
import { ProjectDialog } from './project-dialog.tsx';

/** Projects with their sectors. */
export function Land() {
  const { t } = useLingui();
  const { projects } = useShownFarm();
  const [isOpen, open] = useState(false);
  return (
    <section aria-labelledby="land">
      <h2 id="land">{t`Projects and sectors`}</h2>
      {projects.length === 0 && (
        <Empty title={t`There is no project yet.`}>
          <Trans>
            A project is a farm or a block with a time zone of its own. Add the first one, then its sectors.
          </Trans>
        </Empty>
      )}
      <div className="land">
        {projects.map((project) => (
          <ProjectCard key={project.key} project={project} />
        ))}
      </div>
      <p className="add no-print">
        <button type="button" onClick={() => open(true)}>
          <Plus /> {t`Add a project`}
        </button>
      </p>
      {isOpen && <ProjectDialog onClose={() => open(false)} />}
    </section>
  );
}
