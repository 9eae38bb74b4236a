import { Trans, useLingui } from '@lingui/react/macro';
import { useAnswer } from '../../app/phone-context.ts';
import { type CrewShift, openBreak } from '../../crew/crew-day.ts';
import type { Picker } from '../../office/answers.ts';
import { timeOf } from '../../parts/days.ts';
import { Face } from '../../parts/face.tsx';

interface Props {
  readonly picker: Picker;
  readonly shift: CrewShift | undefined;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

/** A worker and what they do right now; a touch chooses them. */
export function CrewMember({ picker: { id, name }, shift, isChosen, onToggle }: Props) {
  return (
    <li>
      <label className="member">
        <input type="checkbox" checked={isChosen} onChange={onToggle} />
        <Face workerId={id} name={name} />
        <span>
          {name}
          <small>{shift ? <Now shift={shift} /> : <Trans>not at work</Trans>}</small>
        </span>
      </label>
    </li>
  );
}

function Now({ shift }: { readonly shift: CrewShift }) {
  const { i18n } = useLingui();
  const projects = useAnswer('projects');
  const sector = projects
    .flatMap(({ sectors }) => sectors)
    .find(({ sectorId }) => sectorId === shift.sectorId)?.sector_name;
  const since = timeOf(shift.startedAt, i18n.locale);
  const pause = openBreak(shift);
  const pausedAt = pause && timeOf(pause.startedAt, i18n.locale);
  return (
    <>
      <Trans>
        {sector} since {since}
      </Trans>{' '}
      {pause?.kind === 'rest' && <Trans>· rests since {pausedAt}</Trans>}
      {pause?.kind === 'meal' && <Trans>· eats since {pausedAt}</Trans>}
    </>
  );
}
