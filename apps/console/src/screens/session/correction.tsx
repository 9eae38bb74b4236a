import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { UseMutationResult } from '@tanstack/react-query';
import { ActForm } from '../../parts/acts/act-form.tsx';
import { ActFailed } from '../../parts/acts/act-failed.tsx';
import { type Confirmation, useConfirmation } from '../../parts/acts/confirmation.ts';

/** What stands in the form, besides the reason. */
export interface Entered {
  readonly value: number;
  /** Empty without choices. */
  readonly choice: string;
}

export interface Corrected extends Entered {
  readonly reason: string;
}

/** Kinds of the value. */
interface Choices {
  readonly label: string;
  readonly chosen: string;
  /** The one that has no value. */
  readonly without: string;
  readonly names: Readonly<Record<string, string>>;
}

interface Props {
  /** The object of the correction, for screen readers, which announce the button without its row. */
  readonly name: string;
  readonly button: ReactNode;
  readonly label: string;
  /** The value as it is now; null: none. */
  readonly value: number | null;
  readonly choices?: Choices;
  /** What a new value changes, said before it is made. */
  readonly difference: (entered: Entered) => ReactNode;
  readonly by: UseMutationResult<unknown, Error, Corrected>;
}

interface FormProps extends Props {
  readonly confirmation: Confirmation;
}

/** A button that opens a form for another value with its reason, and says what that changes before it is made. */
export function Correction(props: Props) {
  const { name, button, by } = props;
  const confirmation = useConfirmation();
  const { isAsked, ask, focused } = confirmation;
  if (isAsked) return <CorrectionForm {...props} confirmation={confirmation} />;
  return (
    <button
      ref={focused}
      type="button"
      className="quiet no-print"
      onClick={() => {
        by.reset();
        ask(true);
      }}
    >
      {button} <span className="hidden">{name}</span>
    </button>
  );
}

function CorrectionForm({ name, label, value, choices, difference, by, confirmation }: FormProps) {
  const { t } = useLingui();
  const { ask, focused, onKeyDown } = confirmation;
  const [next, setNext] = useState(value ?? Number.NaN);
  const [choice, setChoice] = useState(choices?.chosen ?? '');
  const [reason, setReason] = useState('');
  const hasValue = choices === undefined || choice !== choices.without;
  const entered = { value: hasValue ? next : 0, choice };
  const isSame = choice === (choices?.chosen ?? '') && (!hasValue || next === value);
  return (
    <ActForm
      className="no-print correction"
      aria-label={name}
      onKeyDown={onKeyDown}
      onSubmit={() => by.mutate({ ...entered, reason }, { onSuccess: () => ask(false) })}
    >
      {choices && <Choice of={choices} value={choice} onChange={setChoice} />}
      {hasValue && <Value label={label} value={next} onChange={setNext} />}
      <Reason value={reason} onChange={setReason} />
      <p role="status">{!Number.isNaN(entered.value) && !isSame && difference(entered)}</p>
      <button type="submit" className="primary" disabled={by.isPending || isSame}>
        <Trans>Correct it</Trans>
      </button>{' '}
      <button ref={focused} type="button" className="quiet" onClick={() => ask(false)}>{t`Cancel`}</button>
      <ActFailed error={by.error} />
    </ActForm>
  );
}

interface TextProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Choice({ of: { label, names }, value, onChange }: TextProps & { readonly of: Choices }) {
  return (
    <label>
      <span>{label}</span>
      <select name="choice" value={value} onChange={({ target }) => onChange(target.value)}>
        {Object.entries(names).map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Reason({ value, onChange }: TextProps) {
  const { t } = useLingui();
  return (
    <label>
      <span>{t`Why`}</span>
      <input
        name="reason"
        required
        maxLength={500}
        placeholder={t`weighed again`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
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
