import { Trans } from '@lingui/react/macro';
import { ArrowRightLeft, Coffee, Play, Square, Utensils } from 'lucide-react';
import { useState } from 'react';

export type CrewAct = 'begin' | 'rest' | 'meal' | 'back' | 'end' | 'move';

interface Props {
  /** Whether somebody may begin or move, which needs a sector. */
  readonly hasPlace: boolean;
  readonly onAct: (what: CrewAct) => void;
}

export function CrewActions({ hasPlace, onAct }: Props) {
  const [isEnding, end] = useState(false);
  const act = (what: CrewAct) => {
    end(false);
    onAct(what);
  };
  return (
    <div className="actions crew">
      <button type="button" className="primary" disabled={!hasPlace} onClick={() => act('begin')}>
        <Play />
        <Trans>Begin</Trans>
      </button>
      <button type="button" onClick={() => act('rest')}>
        <Coffee />
        <Trans>Rest</Trans>
      </button>
      <button type="button" onClick={() => act('meal')}>
        <Utensils />
        <Trans>Meal</Trans>
      </button>
      <button type="button" onClick={() => act('back')}>
        <Play />
        <Trans>Back at work</Trans>
      </button>
      <button type="button" disabled={!hasPlace} onClick={() => act('move')}>
        <ArrowRightLeft />
        <Trans>Move here</Trans>
      </button>
      <button
        type="button"
        className={isEnding ? 'bad' : undefined}
        onClick={() => (isEnding ? act('end') : end(true))}
      >
        <Square />
        {isEnding ? <Trans>Yes, end</Trans> : <Trans>End</Trans>}
      </button>
    </div>
  );
}
