import type { KeyboardEvent } from 'react';

interface Props {
  readonly label: string;
  /** Undefined: empty. */
  readonly value: number | undefined;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number | undefined) => void;
}

/** A number field that reports its value on blur or Enter, not on each keystroke. */
export function NumberField({ label, value, min, max, onChange }: Props) {
  const take = (field: HTMLInputElement) => {
    if (!field.reportValidity()) return;
    const next = field.value === '' ? undefined : field.valueAsNumber;
    if (next !== value) onChange(next);
  };
  return (
    <label>
      <span>{label}</span>
      <input
        key={value}
        type="number"
        step="0.1"
        min={min}
        max={max}
        defaultValue={value}
        onBlur={({ target }) => take(target)}
        onKeyDown={({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) =>
          key === 'Enter' && take(currentTarget)
        }
      />
    </label>
  );
}
