import { useLingui } from '@lingui/react/macro';
import { Minus, Plus } from 'lucide-react';

const MOST = 1_000_000;
const MOST_CONTAINERS = 10_000;

interface Props {
  readonly count: number;
  readonly areContainers: boolean;
  readonly onChange: (count: number) => void;
}

/** How many units, or containers, a scan counts. */
export function Units({ count, areContainers, onChange }: Props) {
  const { t } = useLingui();
  const most = areContainers ? MOST_CONTAINERS : MOST;
  const set = (value: number) => {
    const isWhole = Number.isInteger(value) || !areContainers;
    if (value > 0 && value <= most && isWhole) onChange(value);
  };
  const label = areContainers ? t`Containers of a scan` : t`Units of a scan`;
  return (
    <div className="units" role="group" aria-label={label}>
      <button type="button" aria-label={t`Less`} disabled={count <= 1} onClick={() => set(count - 1)}>
        <Minus />
      </button>
      <label>
        <span>{areContainers ? t`Containers of a scan` : t`Units of a scan`}</span>
        <input
          key={count}
          inputMode="decimal"
          defaultValue={count}
          onBlur={({ target }) => set(Number(target.value.replace(',', '.')))}
        />
      </label>
      <button type="button" aria-label={t`More`} onClick={() => set(count + 1)}>
        <Plus />
      </button>
    </div>
  );
}
