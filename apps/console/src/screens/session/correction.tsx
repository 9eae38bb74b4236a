import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { UseMutationResult } from '@tanstack/react-query';
import { ActFailed } from '../../parts/acts/act-failed.tsx';
import { useConfirmation } from '../../parts/acts/confirmation.ts';

export interface Corrected {
  readonly value: number;
  readonly reason: string;
}

interface Props {
  /** The object of the correction, for screen readers, which announce the button without its row. */
  readonly name: string;
  readonly button: ReactNode;
  readonly label: string;
  /** The value as it is now; null: none. */
  readonly value: number | null;
  /** What a new value changes, said before it is made. */
  readonly difference: (value: number) => ReactNode;
  readonly by: UseMutationResult<unknown, Error, Corrected>;
}

/** A button that opens a form for another value with its reason, and says what that changes before it is made. */
export function Correction({ name, button, label, value, difference, by }: Props) {
  const { t } = useLingui();
  const { isAsked, ask, focused, onKeyDown } = useConfirmation();
  const [next, setNext] = useState(value ?? Number.NaN);
  const [reason, setReason] = useState('');
  if (!isAsked)
    return (
      <button
        ref={focused}
        type="button"
        className="quiet no-print"
        onClick={() => {
          by.reset();
          setNext(value ?? Number.NaN);
          ask(true);
        }}
      >
        {button} <span className="hidden">{name}</span>
      </button>
    );
  return (
    <form
      className="no-print correction"
      aria-label={name}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        by.mutate({ value: next, reason }, { onSuccess: () => ask(false) });
      }}
    >
      <Value label={label} value={next} onChange={setNext} />
      <label>
        <span>
          <Trans>Why</Trans>
        </span>
        <input
          name="reason"
          required
          maxLength={500}
          placeholder={t`weighed again`}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </label>
      <p role="status">{!Number.isNaN(next) && next !== value && difference(next)}</p>
      <button type="submit" className="primary" disabled={by.isPending || next === value}>
        <Trans>Correct it</Trans>
      </button>{' '}
      <button ref={focused} type="button" className="quiet" onClick={() => ask(false)}>
        <Trans>Cancel</Trans>
      </button>
      <ActFailed error={by.error} />
    </form>
  );
}

interface ValueProps {
  readonly label: string;
  /** NaN: empty. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function Value({ label, value, onChange }: ValueProps) {
  return (
    <label>
      <span>{label}</span>
      <input
        type="number"
        name="value"
        step="any"
        min={0}
        required
        value={Number.isNaN(value) ? '' : value}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </label>
  );
}
