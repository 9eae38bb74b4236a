import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, ShieldAlert } from 'lucide-react';
import type { Project } from '../../api/places.ts';
import { Card } from '../../parts/elements/card.tsx';
import { useFormat } from '../../parts/format.ts';
import { useNow } from '../../parts/now.ts';
import { type Clearance, type Closure } from '../../scouting/clearance.ts';
import { localDate } from '../../time/local-day.ts';

interface Props {
  readonly projects: readonly Project[];
  readonly closed: readonly Clearance[];
}

/** The sectors that a treatment still closes, until when, and why. */
export function HoldsCard({ projects, closed }: Props) {
  const { t } = useLingui();
  const placed = closed.flatMap((clearance) => {
    const project = projects.find(({ sectors }) =>
      sectors.some(({ sectorId }) => sectorId === clearance.sectorId),
    );
    const sector = project?.sectors.find(({ sectorId }) => sectorId === clearance.sectorId);
    return project && sector ? [{ ...clearance, project, name: sector.sector_name }] : [];
  });
  return (
    <Card title={t`What holds back the harvest`}>
      {placed.length === 0 ? (
        <p className="calm">
          <CircleCheck /> <Trans>Nothing: every sector may be picked and entered.</Trans>
        </p>
      ) : (
        <ul className="listed">
          {placed.map(({ sectorId, project, name, harvest, entry }) => (
            <li key={sectorId}>
              <ShieldAlert className="warn-icon" />
              <div>
                <strong>{name}</strong> <small>{project.projectName}</small>
                {harvest && <Closed closure={harvest} timezone={project.timezone} isHarvest />}
                {entry && <Closed closure={entry} timezone={project.timezone} />}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface ClosedProps {
  readonly closure: Closure;
  readonly timezone: string;
  readonly isHarvest?: boolean;
}

function Closed({ closure: { until, product }, timezone, isHarvest = false }: ClosedProps) {
  const { day: dayOf, when } = useFormat();
  const now = useNow();
  const today = localDate(new Date(now), timezone);
  const [day, at] = [dayOf(localDate(new Date(until), timezone), today), when(until, timezone, now)];
  return (
    <p>
      {isHarvest ? (
        <Trans>
          {product}: may be picked from {day}.
        </Trans>
      ) : (
        <Trans>
          {product}: nobody may enter before {at}.
        </Trans>
      )}
    </p>
  );
}
