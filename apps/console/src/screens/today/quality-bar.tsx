import { useLingui } from '@lingui/react/macro';
import type { HarvestSession } from '../../api/types.ts';
import { Figure } from '../../parts/figure.tsx';

interface Props {
  readonly parts: HarvestSession['qualityBreakdown'];
  readonly unit: string;
}

/** Shares of qualities, as a bar and as figures. */
export function QualityBar({ parts, unit }: Props) {
  const { t } = useLingui();
  const shares = parts.map((part, index) => ({
    ...part,
    name: part.qualityName ?? t`No quality`,
    from: parts.slice(0, index).reduce((sum, { percent }) => sum + percent, 0),
    colour: `series-${(index % 6) + 1}`,
  }));
  return (
    <div className="quality">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        {shares.map(({ name, from, percent, colour }) => (
          <rect key={name} className={colour} x={from} y="0" width={percent} height="6" />
        ))}
      </svg>
      <ul>
        {shares.map(({ name, units, percent, colour }) => (
          <li key={name}>
            <span className={`dot ${colour}`} aria-hidden="true" /> {name}:{' '}
            <Figure value={units} unit={unit} /> (
            <Figure value={percent} digits={1} unit="%" />)
          </li>
        ))}
      </ul>
    </div>
  );
}
