import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { FarmContainer } from '../../../farm/farm-file.ts';
import { ChangeDialog } from '../../../parts/farm/change-dialog.tsx';
import { useMemberNames } from '../../../parts/farm/words.ts';
import { NameField } from '../../../parts/fields/name-field.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { freeKey } from '../../../parts/free-key.ts';
import { useShownFarm } from '../shown-farm.ts';

const MEASURES = ['units', 'tare', 'min', 'max'] as const;
type Measure = (typeof MEASURES)[number];

interface Props {
  readonly container?: FarmContainer | undefined;
  readonly onClose: () => void;
}

/** What a container holds. Numbers are texts while they are typed; empty means none. */
export function ContainerDialog({ container, onClose }: Props) {
  const { t } = useLingui();
  const names = useMemberNames();
  const { containers } = useShownFarm();
  const [name, setName] = useState(container?.name ?? '');
  const [unit, setUnit] = useState(container?.unit ?? '');
  const [measures, setMeasures] = useState(() =>
    Object.fromEntries(MEASURES.map((each) => [each, String(container?.[each] ?? '')])),
  );
  const keys = containers.map(({ key }) => key);
  const key = () => container?.key ?? freeKey(name, keys, 'container');
  const numbers = () =>
    Object.fromEntries(MEASURES.map((each) => [each, measures[each] === '' ? null : Number(measures[each])]));
  const field = (each: Measure) => ({
    label: names[each] ?? each,
    value: measures[each] ?? '',
    onChange: (value: string) => setMeasures({ ...measures, [each]: value }),
  });
  const title = container ? t`Change ${container.name}` : t`Add a container`;
  return (
    <ChangeDialog
      title={title}
      onClose={onClose}
      part={() => ({
        containers: [{ ...{ key: key(), name: name.trim(), unit: unit.trim() }, ...numbers() }],
      })}
    >
      <NameField value={name} onChange={setName} />
      <TextField
        label={names['unit'] ?? 'unit'}
        required
        maxLength={50}
        placeholder="kg"
        value={unit}
        onChange={setUnit}
      />
      {MEASURES.map((each) => (
        <TextField key={each} {...field(each)} type="number" step="any" min={0} />
      ))}
      <p className="wide">{t`An empty field means that it differs, or that there is no limit.`}</p>
    </ChangeDialog>
  );
}
