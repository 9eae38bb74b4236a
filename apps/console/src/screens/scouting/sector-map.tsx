import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useMemo } from 'react';
import type { Project } from '../../api/places.ts';
import type { SectorAggregate } from '../../api/types.ts';
import { useFormat } from '../../parts/format.ts';
import { shapesOf } from '../../scouting/map-shapes.ts';

const WIDTH = 480;
const HEIGHT = 300;
/** Steps of the colour scale. */
const STEPS = 5;

interface Props {
  readonly project: Project;
  readonly sectors: readonly SectorAggregate[];
  readonly pest: string;
}

/** Sectors coloured by the incidence of a pest. The table below has the same figures. */
export function SectorMap({ project, sectors, pest }: Props) {
  const { t } = useLingui();
  const { number } = useFormat();
  const id = useId();
  const shapes = useMemo(() => {
    const places = project.sectors.flatMap(({ sectorId, boundary }) =>
      boundary ? [{ id: sectorId, boundary }] : [],
    );
    return shapesOf(places, WIDTH, HEIGHT);
  }, [project]);
  const findingOf = (name: string) =>
    sectors
      .find(({ sector_name }) => sector_name === name)
      ?.pests_diseases.find(({ pest_disease_name }) => pest_disease_name === pest);
  return (
    <figure className="plot" aria-labelledby={id}>
      <figcaption>
        <strong id={id}>
          <Trans>{pest}: where it was found</Trans>
        </strong>
      </figcaption>
      <svg className="map" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="list" aria-labelledby={id}>
        {shapes.map(({ id: sectorId, path, centre: [x, y] }) => {
          const name = project.sectors.find((sector) => sector.sectorId === sectorId)?.sector_name ?? '';
          const found = findingOf(name);
          const label = found ? `${number(found.incidence, 0)} %` : t`not looked at`;
          const step = found ? Math.min(STEPS, Math.ceil((found.incidence / 100) * STEPS)) : 'none';
          return (
            <g key={sectorId} role="listitem" aria-label={`${name}: ${label}`}>
              <path d={path} className={`heat-${step}${found?.aboveThreshold ? ' above' : ''}`} />
              <text x={x} y={y - 4}>
                {name}
              </text>
              <text x={x} y={y + 14}>
                {label}
              </text>
            </g>
          );
        })}
      </svg>
      <ul className="legend">
        {Array.from({ length: STEPS + 1 }, (_, step) => (
          <li key={step}>
            <span className={`dot heat-${step}`} aria-hidden="true" />{' '}
            {step === 0 ? '0 %' : `≤ ${number((100 / STEPS) * step, 0)} %`}
          </li>
        ))}
        <li className="limit">
          <Trans>above its threshold</Trans>
        </li>
      </ul>
    </figure>
  );
}
