import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { Project } from '../../api/places.ts';
import type { SectorAggregate } from '../../api/types.ts';
import { useFormat } from '../../parts/format.ts';
import { SectorShapes } from '../../parts/map/sector-shapes.tsx';

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
  const findingOf = (name: string) =>
    sectors
      .find(({ sector_name }) => sector_name === name)
      ?.pests_diseases.find(({ pest_disease_name }) => pest_disease_name === pest);
  return (
    <figure className="plot" aria-labelledby={id}>
      <figcaption>
        <strong id={id}>{t`${pest}: where it was found`}</strong>
      </figcaption>
      <SectorShapes
        project={project}
        labelledBy={id}
        lookOf={(_, name) => {
          const found = findingOf(name);
          const step = found ? Math.min(STEPS, Math.ceil((found.incidence / 100) * STEPS)) : 'none';
          return {
            value: found ? `${number(found.incidence, 0)} %` : t`not looked at`,
            className: `heat-${step}${found?.aboveThreshold ? ' above' : ''}`,
          };
        }}
      />
      <ul className="legend">
        {Array.from({ length: STEPS + 1 }, (_, step) => (
          <li key={step}>
            <span className={`dot heat-${step}`} aria-hidden="true" />{' '}
            {step === 0 ? '0 %' : `≤ ${number((100 / STEPS) * step, 0)} %`}
          </li>
        ))}
        <li className="limit">{t`above its threshold`}</li>
      </ul>
    </figure>
  );
}
