import { latestOf } from '../../api/last-project.ts';
import type { Project } from '../../api/places.ts';
import { usePlaces } from '../../api/places.ts';
import { useNow } from '../../parts/now.ts';
import { clearances } from '../../scouting/clearance.ts';
import { DueCard } from './due-card.tsx';
import { useClosing, useOpenTasks, usePace } from './farm-query.ts';
import { HoldsCard } from './holds-card.tsx';
import { LandCard } from './land-card.tsx';
import { PaceCard } from './pace-card.tsx';
import type { HarvestPace } from '../../api/types.ts';
import type { SessionToday } from './today-query.ts';

/** What is around the sessions: pace, land, what holds back the harvest, what is due. A part without its answer is left out. */
export function FarmSide({ sessions }: { readonly sessions: readonly SessionToday[] }) {
  const now = useNow();
  const { data: projects } = usePlaces();
  const { data: pace = [] } = usePace();
  const { data: treatments } = useClosing();
  const { data: tasks } = useOpenTasks();
  if (!projects) return null;
  const sectorIds = projects.flatMap(({ sectors }) => sectors.map(({ sectorId }) => sectorId));
  const closed = clearances(sectorIds, treatments ?? [], now).filter(
    ({ harvest, entry }) => harvest ?? entry,
  );
  return (
    <div className="beside">
      {shownOn(projects, sessions).map((project) => (
        <LandCard key={project.projectId} {...{ project, sessions, closed }} />
      ))}
      {pace.filter(isWorthTelling(sessions, now)).map((each) => (
        <PaceCard key={each.unit} pace={each} />
      ))}
      {treatments && <HoldsCard projects={projects} closed={closed} />}
      {tasks && <DueCard tasks={tasks} projects={projects} />}
    </div>
  );
}

/** The projects with a session today, else the one with the latest data. */
function shownOn(projects: readonly Project[], sessions: readonly SessionToday[]): readonly Project[] {
  const drawn = projects.filter(({ sectors }) => sectors.some(({ boundary }) => boundary !== null));
  const picked = drawn.filter(({ projectId }) =>
    sessions.some(({ session }) => session.projectId === projectId),
  );
  if (picked.length > 0) return picked;
  const latest = latestOf(drawn);
  return latest ? [latest] : [];
}

/** An hour is told once a quarter of it has passed since somebody began to pick. */
const FIRST_PACE_MS = 15 * 60_000;
/** Without a network the last hour that is known is not the last hour any more. */
const OVER_MS = 60 * 60_000;

function isWorthTelling(sessions: readonly SessionToday[], now: number) {
  return ({ unit, hours }: HarvestPace) =>
    now - Date.parse(hours.at(-1)?.endsAt ?? '') < OVER_MS &&
    sessions.some(
      ({ session }) => session.samplingUnit === unit && now - Date.parse(session.openedAt) >= FIRST_PACE_MS,
    );
}
