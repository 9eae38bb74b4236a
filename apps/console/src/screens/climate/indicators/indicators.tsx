import { Trans } from '@lingui/react/macro';
import type { Project } from '../../../api/places.ts';
import { Later } from '../../../parts/later.tsx';
import { IndicatorCard } from './indicator-card.tsx';
import { INDICATORS } from './indicator.ts';

interface Props {
  readonly project: Project;
  /** The last local day. */
  readonly to: string;
}

/** The indicators of a season, beside the previous year. */
export function Indicators({ project, to }: Props) {
  return (
    <section>
      <h2>
        <Trans>Indicators</Trans>
      </h2>
      <div className="plots">
        {INDICATORS.map((name) => (
          <Later key={name}>
            <IndicatorCard name={name} project={project} to={to} />
          </Later>
        ))}
      </div>
    </section>
  );
}
