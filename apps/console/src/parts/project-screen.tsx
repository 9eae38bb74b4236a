import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { projectFor, rememberProject } from '../api/last-project.ts';
import { type Project, usePlaces } from '../api/places.ts';
import { useUser } from '../app/signed-in.ts';
import { Answered } from './answered.tsx';
import { Choose } from './fields/choose.tsx';
import { NoProjects } from './farm/no-projects.tsx';
import { Screen } from './screen.tsx';

interface Props {
  readonly title: ReactNode;
  /** @param chooser a control for choosing another project, to be placed among the screen's filters */
  readonly children: (project: Project, chooser: ReactNode) => ReactNode;
}

/** A screen about one project of the farm: the one that the user chose last, else the one with the most recent data. */
export function ProjectScreen({ title, children }: Props) {
  return (
    <Screen title={title}>
      <Answered of={usePlaces()} empty={<NoProjects />}>
        {(projects) => <OfProject projects={projects}>{children}</OfProject>}
      </Answered>
    </Screen>
  );
}

function OfProject({
  projects,
  children,
}: Pick<Props, 'children'> & { readonly projects: readonly Project[] }) {
  const { t } = useLingui();
  const { userId } = useUser();
  // Decided once: data that arrives in another project does not change what somebody is reading.
  const [chosen, choose] = useState(() => projectFor(userId, projects)?.projectId);
  const project = projects.find(({ projectId }) => projectId === chosen) ?? projects[0];
  if (!project) return null;
  const chooser = (
    <Choose
      label={t`Project`}
      value={project.projectId}
      options={projects.map(({ projectId, projectName }) => ({ value: projectId, label: projectName }))}
      onChange={(projectId) => {
        rememberProject(userId, projectId);
        choose(projectId);
      }}
    />
  );
  return children(project, chooser);
}
