import { useLingui } from '@lingui/react/macro';
import { Search, X } from 'lucide-react';
import { useState } from 'react';
import { useAnswer } from '../app/phone-context.ts';
import type { Picker } from '../office/answers.ts';
import { Face } from './face.tsx';

/** More than a thumb scrolls through; the search finds the others. */
const SHOWN = 60;

interface Props {
  readonly onChoose: (picker: Picker) => void;
  readonly onClose: () => void;
}

/** Finds a worker by name or code. */
export function ChoosePicker({ onChoose, onClose }: Props) {
  const { t } = useLingui();
  const pickers = useAnswer('pickers');
  const [text, setText] = useState('');
  const found = pickers.filter((picker) => isFound(picker, text)).slice(0, SHOWN);
  return (
    <section className="choose-picker" aria-label={t`Choose the worker`}>
      <label>
        <span>
          <Search />
          {t`Name or code`}
        </span>
        <input value={text} autoComplete="off" onChange={({ target }) => setText(target.value)} />
      </label>
      <ul className="faces">
        {found.map((picker) => (
          <li key={picker.id}>
            <button
              type="button"
              onClick={() => {
                onChoose(picker);
                onClose();
              }}
            >
              <Face workerId={picker.id} name={picker.name} />
              {picker.name}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={onClose}>
        <X />
        {t`Close`}
      </button>
    </section>
  );
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const isFound = ({ name, code }: Picker, text: string): boolean =>
  plain(`${name} ${code}`).includes(plain(text.trim()));
