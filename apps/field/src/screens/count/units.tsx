import { Trans, useLingui } from '@lingui/react/macro';
import { Minus, Plus } from 'lucide-react';

const MOST = 1_000_000;

interface Props {
  readonly units: number;
  readonly onChange: (units: number) => void;
}

/** How many units a scan counts. */
export function Units({ units, onChange }: Props) {
  const { t } = useLingui();
  const set = (value: number) => {
    if (value > 0 && value <= MOST) onChange(value);
  };
  return (
    <div className="units" role="group" aria-label={t`Units of a scan`}>
      <button type="button" aria-label={t`Less`} disabled={units <= 1} onClick={() => set(units - 1)}>
        <Minus />
      </button>
      <label>
        <span>
          <Trans>Units of a scan</Trans>
        </span>
        <input
          key={units}
          inputMode="decimal"
          defaultValue={units}
          onBlur={({ target }) => set(Number(target.value.replace(',', '.')))}
        />
      </label>
      <button type="button" aria-label={t`More`} onClick={() => set(units + 1)}>
        <Plus />
      </button>
    </div>
  );
}
