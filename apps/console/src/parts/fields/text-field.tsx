import type { InputHTMLAttributes } from 'react';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A labelled field for a line of text, or what else an input takes. */
export function TextField({ label, onChange, className, ...input }: Props) {
  return (
    <label className={className}>
      <span>{label}</span>
      <input {...input} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}
