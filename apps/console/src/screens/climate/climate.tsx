import { Trans } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Project } from '../../api/places.ts';
import { Answered } from '../../parts/answered.tsx';
import { OnPaper } from '../../parts/on-paper.tsx';
import { ProjectScreen } from '../../parts/project-screen.tsx';
import { Loading } from '../../parts/states.tsx';
import { useWeather } from './climate-query.ts';
import { DayLength } from './day-length.tsx';
import { IndicatorCard } from './indicators/indicator-card.tsx';
import { LastReading, Now } from './now/now.tsx';
import { useRecentWeather } from './now/now-query.ts';
import { Plant } from './plant.tsx';
import { Soil } from './soil.tsx';
import { SpanForm } from './span-form.tsx';
import { isIndicator, isQuantity, useView, type View } from './view.ts';
import { Weather } from './weather.tsx';

/** Its table is as much to load as a screen, and is seldom the first thing that is seen. */
const Irrigation = lazy(async () => ({ default: (await import('./irrigation.tsx')).Irrigation }));

/** What stations and plants tell: what matters now, and one plot at a time. */
export default function Climate() {
  return (
    <ProjectScreen title={<Trans>Climate</Trans>}>
      {(project, chooser) => <Series key={project.projectId} project={project} chooser={chooser} />}
    </ProjectScreen>
  );
}

function Series({ project, chooser }: { readonly project: Project; readonly chooser: ReactNode }) {
  const view = useView(project);
  const { shown, span } = view;
  const recent = useRecentWeather(project);
  const ofSpan = useWeather(span, isQuantity(shown));
  const isMeasured = (of: string) =>
    isQuantity(of) && Boolean(recent.data?.values[of] ?? ofSpan.data?.values[of]);
  return (
    <>
      <OnPaper project={project} from={span.from} to={span.to} />
      <div className="between">
        <div className="filters no-print">{chooser}</div>
        {recent.data && <LastReading weather={recent.data} timezone={project.timezone} />}
      </div>
      <Answered of={recent}>{(weather) => <Now {...{ project, weather, shown, isMeasured }} />}</Answered>
      <Chosen project={project} view={view} />
    </>
  );
}

function Chosen({
  project,
  view: { shown, span, change },
}: {
  readonly project: Project;
  readonly view: View;
}) {
  if (isIndicator(shown))
    return (
      <IndicatorCard
        key={shown}
        name={shown}
        project={project}
        to={span.to}
        onUntil={(to) => change({ to })}
      />
    );
  return (
    <section className="chosen">
      <SpanForm span={span} onChange={change} hasDetail={shown !== 'irrigation'} />
      <DayLength span={span} />
      {isQuantity(shown) && <Weather of={shown} span={span} />}
      {shown === 'plants' && <Plant span={span} />}
      {shown === 'soil' && <Soil span={span} />}
      {shown === 'irrigation' && (
        <Suspense fallback={<Loading />}>
          <Irrigation span={span} />
        </Suspense>
      )}
    </section>
  );
}
