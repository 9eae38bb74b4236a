import { useLingui } from '@lingui/react/macro';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useAnswer, useLedger } from '../../app/phone-context.ts';
import type { Picker } from '../../office/answers.ts';
import { ChoosePicker } from '../../parts/choose-picker.tsx';
import { Face } from '../../parts/face.tsx';
import { shownUnits } from '../../parts/shown-units.ts';
import type { PhoneSession } from '../../phone/row.ts';

interface Props {
  readonly session: PhoneSession;
  readonly onChoose: (picker: Picker) => void;
}

/** Who has brought something in this session, by name: a touch counts as a scan. */
export function Faces({ session, onChoose }: Props) {
  const { t } = useLingui();
  const ledger = useLedger();
  const pickers = useAnswer('pickers');
  const [isAsked, ask] = useState(false);
  const sums = ledger.sumsOf(session.key);
  const here = pickers.filter(({ id }) => sums.has(id)).sort((a, b) => a.name.localeCompare(b.name));
  return (
    <section aria-label={t`Today's faces`}>
      <ul className="faces">
        {here.map((picker) => (
          <li key={picker.id}>
            <button type="button" onClick={() => onChoose(picker)}>
              <Face workerId={picker.id} name={picker.name} />
              {picker.name}
              <data value={sums.get(picker.id)?.units}>{shownUnits(sums.get(picker.id)?.units ?? 0)}</data>
            </button>
          </li>
        ))}
        <li>
          <button type="button" onClick={() => ask(true)}>
            <UserPlus />
            {t`Somebody else`}
          </button>
        </li>
      </ul>
      {isAsked && <ChoosePicker onChoose={onChoose} onClose={() => ask(false)} />}
    </section>
  );
}
