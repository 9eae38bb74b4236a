import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { FarmProject } from '../../../farm/farm-file.ts';
import { hectaresOf } from '../../../farm/outline.ts';
import { Card } from '../../../parts/elements/card.tsx';
import { useFormat } from '../../../parts/format.ts';
import { SectorShapes } from '../../../parts/map/sector-shapes.tsx';
import { ItemMenu, StatusChip } from '../item-menu.tsx';
import { ProjectDialog } from './project-dialog.tsx';
import { SectorDialog } from './sector-dialog.tsx';
import { SectorList } from './sector-list.tsx';

/** A project: what its sessions take from it, its map and its sectors. */
export function ProjectCard({ project }: { readonly project: FarmProject }) {
  const id = useId();
  const [isOpen, open] = useState(false);
  const { key, name, timezone, status, sectors } = project;
  const drawn = sectors.filter(({ boundary }) => boundary !== null);
  return (
    <Card
      titleId={id}
      title={name}
      beside={
        <span className="beside">
          <StatusChip status={status} />
          <ItemMenu
            name={name}
            status={status}
            withStatus={(next) => ({ projects: [{ key, name, timezone, status: next }] })}
            form={(onClose) => <ProjectDialog project={project} onClose={onClose} />}
          />
        </span>
      }
    >
      <Defaults project={project} />
      {drawn.length > 0 && <Shapes project={project} labelledBy={id} />}
      {sectors.length > 0 && <SectorList project={project} />}
      <button type="button" className="no-print" onClick={() => open(true)}>
        <Plus /> <Trans>Add a sector to {name}</Trans>
      </button>
      {isOpen && <SectorDialog project={project} onClose={() => open(false)} />}
    </Card>
  );
}

function Shapes({ project, labelledBy }: { readonly project: FarmProject; readonly labelledBy: string }) {
  const { number } = useFormat();
  const { key, name, timezone, sectors } = project;
  const shown = {
    ...{ projectId: key, projectName: name, timezone, samplingUnit: null, repeatSeconds: null },
    sectors: sectors
      .filter(({ status }) => status === 'active')
      .map((sector) => ({ ...sector, sectorId: sector.key, sector_name: sector.name })),
  };
  return (
    <SectorShapes
      project={shown}
      labelledBy={labelledBy}
      lookOf={(sectorId) => {
        const boundary = sectors.find((sector) => sector.key === sectorId)?.boundary;
        return { value: boundary ? `${number(hectaresOf(boundary), 2)} ha` : '', className: 'heat-0' };
      }}
    />
  );
}

function Defaults({ project: { timezone, defaults } }: { readonly project: FarmProject }) {
  const { t } = useLingui();
  const { number } = useFormat();
  const { samplingUnit, pricePerUnit: price, maxDurationHours: hours } = defaults;
  const facts: readonly (readonly [string, string])[] = [
    [t`Time zone`, timezone],
    [t`Unit`, samplingUnit ?? '–'],
    [t`Price per unit`, price === null ? '–' : number(price, 6)],
    [t`Longest session`, t`${hours} h`],
  ];
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
