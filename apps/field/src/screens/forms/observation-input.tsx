import { useLingui } from '@lingui/react/macro';
import type { FieldProps } from './field-props.ts';

/** How much of a pest or disease there is; empty means that nobody looked, which is not zero. */
export function ObservationInput({ value, onAnswer }: FieldProps) {
  const { t } = useLingui();
  const observed = typeof value === 'object' && 'severity' in value ? value : { value: null, severity: null };
  const answer = (member: 'value' | 'severity', text: string) => {
    const number = Number(text.replace(',', '.'));
    const next = { ...observed, [member]: text.trim() === '' || Number.isNaN(number) ? null : number };
    onAnswer(next.value === null && next.severity === null ? undefined : next);
  };
  return (
    <div className="actions">
      <label>
        <span>{t`Count`}</span>
        <input
          inputMode="decimal"
          defaultValue={observed.value ?? ''}
          onChange={({ target }) => answer('value', target.value)}
        />
      </label>
      <label>
        <span>{t`Severity in %`}</span>
        <input
          inputMode="decimal"
          defaultValue={observed.severity ?? ''}
          onChange={({ target }) => answer('severity', target.value)}
        />
      </label>
    </div>
  );
}
