import { useLingui } from '@lingui/react/macro';
import { Choose } from '../../../parts/fields/choose.tsx';
import type { AlertFields, Metric } from './alert-draft.ts';
import { METRIC_UNITS, useMetricNames } from './alert-words.ts';

/** The metric, its limit, and the hysteresis for clearing. */
export function ThresholdFields({ draft: { metric, side, limit, clearBy }, set }: AlertFields) {
  const { t } = useLingui();
  const names = useMetricNames();
  return (
    <>
      <Choose
        label={t`Value`}
        value={metric}
        options={(Object.entries(names) as [Metric, string][]).map(([value, name]) => ({
          value,
          label: `${name} (${METRIC_UNITS[value]})`,
        }))}
        onChange={(chosen) => set({ metric: chosen })}
      />
      <Choose
        label={t`Raised`}
        value={side}
        options={[
          { value: 'above', label: t`above` },
          { value: 'below', label: t`below` },
        ]}
        onChange={(chosen) => set({ side: chosen })}
      />
      <label>
        <span>{t`Limit`}</span>
        <input
          type="number"
          required
          step="any"
          value={limit}
          onChange={({ target }) => set({ limit: target.value })}
        />
      </label>
      <label>
        <span>{t`Cleared when back inside the limit by`}</span>
        <input
          type="number"
          required
          min={0}
          step="any"
          value={clearBy}
          onChange={({ target }) => set({ clearBy: target.value })}
        />
      </label>
    </>
  );
}
