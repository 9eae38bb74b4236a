import { useLingui } from '@lingui/react/macro';
import type { Container } from '../../api/types.ts';
import { Choose } from '../../parts/fields/choose.tsx';
import { TextField } from '../../parts/fields/text-field.tsx';

/** What was picked, as it is typed. */
export interface EnteredAmount {
  /** A key; empty: units are typed. */
  readonly container: string;
  readonly units: string;
  readonly count: string;
  /** Empty: full ones. */
  readonly gross: string;
}

export const NO_AMOUNT: EnteredAmount = { container: '', units: '', count: '1', gross: '' };

/** What a record sends of it. The server works out the units of containers, and says where they cannot be. */
export function sentAmount({ container, units, count, gross }: EnteredAmount) {
  if (container === '') return { units: Number(units) };
  return { container, count: Number(count), ...(gross !== '' && { gross: Number(gross) }) };
}

interface Props {
  readonly unit: string;
  /** Those that hold this unit. */
  readonly containers: readonly Container[];
  readonly amount: EnteredAmount;
  readonly onChange: (amount: EnteredAmount) => void;
}

/** Units, or containers that are full or were weighed. */
export function Picked({ unit, containers, amount, onChange }: Props) {
  const { t } = useLingui();
  const set = (changed: Partial<EnteredAmount>) => onChange({ ...amount, ...changed });
  const container = containers.find(({ key }) => key === amount.container);
  const positive = { type: 'number', min: 0, step: 'any' } as const;
  return (
    <>
      {containers.length > 0 && (
        <Choose
          label={t`Container`}
          value={amount.container}
          options={[
            { value: '', label: t`none` },
            ...containers.map(({ key, name }) => ({ value: key, label: name })),
          ]}
          onChange={(key) => set({ container: key })}
        />
      )}
      {container ? (
        <>
          <TextField
            {...{ label: t`How many`, type: 'number', name: 'count', min: 1, max: 10_000, step: 1 }}
            {...{ required: true, value: amount.count, onChange: (count) => set({ count }) }}
          />
          <TextField
            {...{ ...positive, label: t`Weight with them (${unit})`, name: 'gross', value: amount.gross }}
            {...{ required: container.units === null, onChange: (gross) => set({ gross }) }}
          />
        </>
      ) : (
        <TextField
          {...{ ...positive, label: t`Picked (${unit})`, name: 'units', value: amount.units }}
          {...{ required: true, onChange: (units) => set({ units }) }}
        />
      )}
    </>
  );
}
