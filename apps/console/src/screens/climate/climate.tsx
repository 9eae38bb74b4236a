import { Trans } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Project } from '../../api/places.ts';
import { Later } from '../../parts/later.tsx';
import { OnPaper } from '../../parts/on-paper.tsx';
import { ProjectScreen } from '../../parts/project-screen.tsx';
import { Loading } from '../../parts/states.tsx';
import { DayLength } from './day-length.tsx';
import { Indicators } from './indicators/indicators.tsx';
import { Plant } from './plant.tsx';
import { SpanForm } from './span-form.tsx';
import { useSpan } from './use-span.ts';
import { Weather } from './weather.tsx';

/** Its table is as much to load as a screen, and stands below what is seen first. */
const Irrigation = lazy(async () => ({ default: (await import('./irrigation.tsx')).Irrigation }));

/** Readings of stations and plants: weather, indicators, KPIs and irrigation. */
export default function Climate() {
  return (
    <ProjectScreen title={<Trans>Climate</Trans>}>
      {(project, chooser) => <Series key={project.projectId} project={project} chooser={chooser} />}
    </ProjectScreen>
  );
}

function Series({ project, chooser }: { readonly project: Project; readonly chooser: ReactNode }) {
  const [span, change] = useSpan(project);
  return (
    <>
      <OnPaper project={project} from={span.from} to={span.to} />
      <SpanForm chooser={chooser} span={span} onChange={change} />
      <DayLength span={span} />
      <Weather span={span} />
      <Indicators project={project} to={span.to} />
      <Later>
        <Plant span={span} />
      </Later>
      <Later>
        <Suspense fallback={<Loading />}>
          <Irrigation span={span} />
        </Suspense>
      </Later>
    </>
  );
}
