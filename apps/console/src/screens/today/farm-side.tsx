import { useLingui } from '@lingui/react/macro';
import { latestOf } from '../../api/last-project.ts';
import { type Project, usePlaces } from '../../api/places.ts';
import type { HarvestPace, Today } from '../../api/types.ts';
import { useNow } from '../../parts/now.ts';
import { DueCard } from './due-card.tsx';
import { HoldsCard } from './holds-card.tsx';
import { LandCard } from './land-card.tsx';
import { RestCard } from './rest-card.tsx';
import { PaceCard } from './pace-card.tsx';

/** What is around the sessions: pace, land, what holds back the harvest, what is due. */
export function FarmSide({ today }: { readonly today: Today }) {
  const { t } = useLingui();
  const now = useNow();
  const { data: projects } = usePlaces();
  if (!projects) return null;
  const { sectors, closures, hours, tasks } = today;
  return (
    <div className="beside">
      <h2 className="hidden">{t`The farm today`}</h2>
      <RestCard projects={projects} />
      {shownOn(projects, today).map((project) => (
        <LandCard key={project.projectId} {...{ project, sectors, closures }} />
      ))}
      {hours
        .filter((pace) => isCurrent(pace, now))
        .map((pace) => (
          <PaceCard key={pace.unit} pace={pace} />
        ))}
      <HoldsCard projects={projects} closures={closures} />
      <DueCard tasks={tasks} projects={projects} />
    </div>
  );
}

/** The projects with a session today, else the one with the latest data. */
function shownOn(projects: readonly Project[], { sessions }: Today): readonly Project[] {
  const drawn = projects.filter(({ sectors }) => sectors.some(({ boundary }) => boundary !== null));
  const picked = drawn.filter(({ projectId }) => sessions.some((session) => session.projectId === projectId));
  if (picked.length > 0) return picked;
  const latest = latestOf(drawn);
  return latest ? [latest] : [];
}

const HOUR_MS = 60 * 60_000;

/** Without a network the last hour that is known is not the last hour any more. */
const isCurrent = ({ hours }: HarvestPace, now: number): boolean =>
  now - Date.parse(hours.at(-1)?.endsAt ?? '') < HOUR_MS;
