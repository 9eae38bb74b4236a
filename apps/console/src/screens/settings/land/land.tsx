import { Trans, useLingui } from '@lingui/react/macro';
import { Empty } from '../../../parts/states.tsx';
import { Adding } from '../adding.tsx';
import { useShownFarm } from '../shown-farm.ts';
import { ProjectCard } from './project-card.tsx';
import { ProjectDialog } from './project-dialog.tsx';

/** Projects with their sectors. */
export function Land() {
  const { t } = useLingui();
  const { projects } = useShownFarm();
  return (
    <Adding
      id="land"
      title={t`Projects and sectors`}
      add={t`Add a project`}
      form={(onClose) => <ProjectDialog onClose={onClose} />}
    >
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
    </Adding>
  );
}
