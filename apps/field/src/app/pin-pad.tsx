import { useLingui } from '@lingui/react/macro';
import { Check, Delete } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { isPin } from '../phone/pin.ts';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;
const LONGEST = 8;

interface Props {
  readonly label: string;
  readonly onDone: (digits: string) => void;
}

/** Large digits for a thumb in a glove; a keyboard works as well. */
export function PinPad({ label, onDone }: Props) {
  const { t } = useLingui();
  const [digits, setDigits] = useState('');
  const add = (text: string) => setDigits((before) => (before + text).slice(0, LONGEST));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isPin(digits)) onDone(digits);
  };
  return (
    <form className="pin-pad" onSubmit={submit}>
      <label>
        <span>{label}</span>
        <input
          type="password"
          inputMode="none"
          autoComplete="off"
          value={digits}
          onChange={({ target }) => setDigits(target.value.replaceAll(/\D/g, '').slice(0, LONGEST))}
        />
      </label>
      <div className="keys">
        {DIGITS.map((digit) => (
          <button key={digit} type="button" onClick={() => add(digit)}>
            {digit}
          </button>
        ))}
        <button
          type="button"
          aria-label={t`Delete the last digit`}
          onClick={() => setDigits((before) => before.slice(0, -1))}
        >
          <Delete />
        </button>
        <button type="submit" className="primary" disabled={!isPin(digits)}>
          <Check />
          {t`OK`}
        </button>
      </div>
    </form>
  );
}
