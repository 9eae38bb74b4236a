import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { Project } from '../../api/places.ts';
import type { Today } from '../../api/types.ts';
import { useFormat } from '../../parts/format.ts';
import { SectorShapes } from '../../parts/map/sector-shapes.tsx';

/** Steps of the colour scale. */
const STEPS = 4;

interface Props extends Pick<Today, 'sectors' | 'closures'> {
  readonly project: Project;
}

/** The map of a project: how much was picked in each sector today, and where nothing may be picked. */
export function LandCard({ project, sectors, closures }: Props) {
  const { t } = useLingui();
  const { number } = useFormat();
  const id = useId();
  const name = project.projectName;
  const inSector = (sectorId: string) => sectors.filter((picked) => picked.sectorId === sectorId);
  const all = project.sectors.flatMap(({ sectorId }) => inSector(sectorId));
  const mostOf = (unit: string | null) =>
    Math.max(...all.filter((each) => each.unit === unit).map(({ units }) => units), 1e-9);
  const isClosed = (id: string) =>
    closures.some(({ sectorId, harvest }) => sectorId === id && harvest !== null);
  return (
    <figure className="plot" aria-labelledby={id}>
      <figcaption>
        <strong id={id}>{t`${name}: picked today`}</strong>
      </figcaption>
      <SectorShapes
        project={project}
        labelledBy={id}
        lookOf={(sectorId) => {
          const picked = inSector(sectorId);
          const step = Math.max(
            0,
            ...picked.map(({ unit, units }) => Math.ceil((STEPS * units) / mostOf(unit))),
          );
          const amount = picked
            .map(({ unit, units }) => `${number(units, 0)} ${unit ?? t`units`}`)
            .join(', ');
          const closure = isClosed(sectorId);
          return {
            value: amount || (closure ? t`not yet` : '–'),
            className: `picked-${step}${closure ? ' closed' : ''}`,
          };
        }}
      />
      {project.sectors.some(({ sectorId }) => isClosed(sectorId)) && (
        <ul className="legend">
          <li className="limit closed">{t`treated: may not be picked yet`}</li>
        </ul>
      )}
    </figure>
  );
}
