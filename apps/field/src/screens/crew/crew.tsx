import { newId } from '@furrow/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useAnswer } from '../../app/phone-context.ts';
import {
  backAtWork,
  begun,
  type CrewDay,
  ended,
  moved,
  type Place,
  rested,
  runningOf,
} from '../../crew/crew-day.ts';
import { useCrew } from '../../crew/use-crew.ts';
import { ChoosePicker } from '../../parts/choose-picker.tsx';
import { CrewActions, type CrewAct } from './crew-actions.tsx';
import { CrewMember } from './crew-member.tsx';
import { RestsDue } from './rests-due.tsx';
import { SectorChoice } from './sector-choice.tsx';

/** Shifts of the whole crew at once, or of those who are chosen. */
export default function Crew() {
  const { t } = useLingui();
  const pickers = useAnswer('pickers');
  const [day, change] = useCrew();
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [place, setPlace] = useState<Place>();
  if (!day) return <p aria-busy="true" />;
  const members = pickers.filter(({ id }) => day.members.includes(id));
  const meant = chosen.size > 0 ? [...chosen] : members.map(({ id }) => id);
  const act = async (what: CrewAct) => {
    const at = new Date().toISOString();
    await change((before) => did(what, before, meant, place, at));
    choose(new Set());
  };
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  return (
    <>
      <h1>{t`Crew`}</h1>
      <RestsDue day={day} />
      <ul className="records" aria-label={t`Crew of this phone`}>
        {members.map((picker) => (
          <CrewMember
            key={picker.id}
            picker={picker}
            shift={runningOf(day, picker.id)}
            isChosen={chosen.has(picker.id)}
            onToggle={() => toggle(picker.id)}
          />
        ))}
      </ul>
      <AddMember
        onAdd={(id) =>
          void change((before) => ({ ...before, members: [...new Set([...before.members, id])] }))
        }
      />
      <section className="thumb" aria-label={t`What the crew does`}>
        <p role="status">
          {chosen.size > 0 ? t`For the chosen: ${chosen.size}` : t`For all: ${meant.length}`}
        </p>
        <SectorChoice place={place} onChange={setPlace} />
        <CrewActions hasPlace={place !== undefined && meant.length > 0} onAct={(what) => void act(what)} />
      </section>
    </>
  );
}

function did(
  what: CrewAct,
  day: CrewDay,
  workers: readonly string[],
  place: Place | undefined,
  at: string,
): CrewDay {
  switch (what) {
    case 'rest':
    case 'meal':
      return rested(day, workers, what, at);
    case 'back':
      return backAtWork(day, workers, at);
    case 'end':
      return ended(day, workers, at);
    case 'begin':
      return place ? begun(day, workers, place, { kind: 'piece', at, id: newId }) : day;
    case 'move':
      return place ? moved(day, workers, place, { at, id: newId }) : day;
  }
}

function AddMember({ onAdd }: { readonly onAdd: (workerId: string) => void }) {
  const [isAdding, add] = useState(false);
  if (isAdding) return <ChoosePicker onChoose={({ id }) => onAdd(id)} onClose={() => add(false)} />;
  return (
    <button type="button" onClick={() => add(true)}>
      <UserPlus />
      <Trans>Add somebody</Trans>
    </button>
  );
}
