import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { TextField } from '../../parts/fields/text-field.tsx';

const ZONES = Intl.supportedValuesOf('timeZone');

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** An IANA time zone, of those that the browser knows. */
export function ZoneField({ value, onChange }: Props) {
  const { t } = useLingui();
  const id = useId();
  return (
    <>
      <TextField label={t`Time zone`} required list={id} value={value} onChange={onChange} />
      <datalist id={id}>
        {ZONES.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
