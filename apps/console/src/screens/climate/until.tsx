import { useLingui } from '@lingui/react/macro';

interface Props {
  /** A calendar date. */
  readonly value: string;
  readonly onChange: (date: string) => void;
}

/** The last day that is shown. */
export function Until({ value, onChange }: Props) {
  const { t } = useLingui();
  return (
    <label>
      <span>{t`Until`}</span>
      <input
        type="date"
        required
        value={value}
        onChange={({ target }) => target.value !== '' && onChange(target.value)}
      />
    </label>
  );
}
