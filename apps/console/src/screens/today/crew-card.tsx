import { Plural, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { usePhotos } from '../../api/photos.ts';
import type { Today } from '../../api/types.ts';
import { Card } from '../../parts/elements/card.tsx';
import { Face } from '../../parts/elements/face.tsx';
import { Figure } from '../../parts/figure.tsx';

const SHOWN = 8;

/** Who picked how much today, most first. */
export function CrewCard({ crew }: Pick<Today, 'crew'>) {
  const { t } = useLingui();
  const photos = usePhotos();
  const [isWhole, showWhole] = useState(false);
  if (crew.length === 0) return null;
  const most = new Map<string | null, number>();
  for (const { unit, units } of crew) most.set(unit, Math.max(most.get(unit) ?? 0, units));
  const others = crew.length - SHOWN;
  return (
    <Card title={t`The crew today`}>
      <ol className="crew">
        {crew.slice(0, isWhole ? undefined : SHOWN).map((one) => (
          <Picked
            key={`${one.workerId} ${one.unit}`}
            {...one}
            photo={photos.get(one.workerId)}
            share={one.units / (most.get(one.unit) || 1)}
          />
        ))}
      </ol>
      {others > 0 && !isWhole && (
        <button type="button" className="quiet no-print" onClick={() => showWhole(true)}>
          <Plural value={others} one="Show # more" other="Show # more" />
        </button>
      )}
    </Card>
  );
}

type WorkerPicked = Today['crew'][number];

interface PickedProps extends WorkerPicked {
  readonly photo: string | undefined;
  /** Of the most that anybody picked. */
  readonly share: number;
}

function Picked({ name, units, unit, photo, share }: PickedProps) {
  const { t } = useLingui();
  return (
    <li>
      <Face name={name} photo={photo} />
      <span className="name">{name}</span>
      <Figure value={units} unit={unit ?? t`units`} />
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect className="track" width="100" height="4" />
        <rect className="series-1" width={Math.max(0, share) * 100} height="4" />
      </svg>
    </li>
  );
}
