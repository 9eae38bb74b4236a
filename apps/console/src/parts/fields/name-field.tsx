import { useLingui } from '@lingui/react/macro';
import { TextField } from './text-field.tsx';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The display name of an item of the farm file. */
export function NameField(props: Props) {
  const { t } = useLingui();
  return <TextField className="wide" label={t`Name`} required maxLength={200} {...props} />;
}
