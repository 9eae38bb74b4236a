import { useLingui } from '@lingui/react/macro';
import { CircleCheck, ShieldAlert } from 'lucide-react';
import type { Project } from '../../api/places.ts';
import type { SectorClosure } from '../../api/types.ts';
import { Card } from '../../parts/elements/card.tsx';
import { useFormat } from '../../parts/format.ts';
import { useNow } from '../../parts/now.ts';

interface Props {
  readonly projects: readonly Project[];
  readonly closures: readonly SectorClosure[];
}

/** The sectors that a treatment still closes, until when, and why. */
export function HoldsCard({ projects, closures }: Props) {
  const { t } = useLingui();
  const placed = closures.flatMap((closure) => {
    const project = projects.find(({ projectId }) => projectId === closure.projectId);
    const sector = project?.sectors.find(({ sectorId }) => sectorId === closure.sectorId);
    return project && sector ? [{ ...closure, project, name: sector.sector_name }] : [];
  });
  return (
    <Card title={t`What holds back the harvest`}>
      {placed.length === 0 ? (
        <p className="calm">
          <CircleCheck /> {t`Nothing: every sector may be picked and entered.`}
        </p>
      ) : (
        <ul className="listed">
          {placed.map(({ sectorId, project, name, harvest, entry }) => (
            <li key={sectorId}>
              <ShieldAlert className="warn-icon" />
              <div>
                <strong>{name}</strong> <small>{project.projectName}</small>
                {harvest && <NoHarvest {...harvest} timezone={project.timezone} />}
                {entry && <NoEntry {...entry} timezone={project.timezone} />}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface ClosureProps {
  readonly product: string;
  readonly timezone: string;
}

/** Pre-harvest days are calendar days, so the harvest opens with a date. */
function NoHarvest({ product, from, timezone }: ClosureProps & { readonly from: string }) {
  const { t } = useLingui();
  const { day: dayOf } = useFormat();
  const day = dayOf(from, timezone, useNow());
  return <p>{t`${product}: may be picked from ${day}.`}</p>;
}

function NoEntry({ product, until, timezone }: ClosureProps & { readonly until: string }) {
  const { t } = useLingui();
  const { when } = useFormat();
  const at = when(until, timezone, useNow());
  return <p>{t`${product}: nobody may enter before ${at}.`}</p>;
}
