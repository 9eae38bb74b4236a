import { Trans, useLingui } from '@lingui/react/macro';
import { type Project, usePlaces } from '../../api/places.ts';
import { Answered } from '../../parts/answered.tsx';
import { Empty } from '../../parts/states.tsx';
import { DayLength } from './day-length.tsx';
import { Irrigation } from './irrigation.tsx';
import { Plant } from './plant.tsx';
import { SpanForm } from './span-form.tsx';
import { useSpan } from './use-span.ts';
import { Weather } from './weather.tsx';

/** What stations and plants tell: weather, KPIs and water. */
export default function Climate() {
  return (
    <>
      <div className="heading">
        <h1>
          <Trans>Climate</Trans>
        </h1>
      </div>
      <Answered of={usePlaces()}>{(projects) => <OfProjects projects={projects} />}</Answered>
    </>
  );
}

function OfProjects({ projects }: { readonly projects: readonly Project[] }) {
  const { t } = useLingui();
  const [first] = projects;
  if (!first)
    return (
      <Empty title={t`The farm has no projects yet.`}>
        <Trans>Its farm file names them, with their sectors and devices.</Trans>
      </Empty>
    );
  return <Series projects={projects} first={first} />;
}

function Series({ projects, first }: { readonly projects: readonly Project[]; readonly first: Project }) {
  const [span, change] = useSpan(projects, first);
  return (
    <>
      <SpanForm projects={projects} span={span} onChange={change} />
      <DayLength span={span} />
      <Weather span={span} />
      <Plant span={span} />
      <Irrigation span={span} />
    </>
  );
}
