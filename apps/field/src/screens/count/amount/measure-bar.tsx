import { useLingui } from '@lingui/react/macro';
import type { useMeasure } from './use-measure.ts';
import { Units } from './units.tsx';

/** The container of the next scans, and how many of them, or of units, a scan counts. It changes seldom. */
export function MeasureChoice({
  unit,
  measure: { container, count },
  containers,
  setContainer,
  setCount,
}: ReturnType<typeof useMeasure>) {
  const { t } = useLingui();
  const name = container?.name ?? unit ?? t`units`;
  return (
    <details className="card measure">
      <summary>{t`A scan counts: ${count} × ${name}`}</summary>
      {containers.length > 0 && (
        <label>
          <span>{t`Container`}</span>
          <select
            data-testid="container"
            value={container?.key ?? ''}
            onChange={({ target }) => setContainer(target.value === '' ? undefined : target.value)}
          >
            <option value="">{t`None, units are typed`}</option>
            {containers.map((one) => (
              <option key={one.key} value={one.key}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <Units count={count} areContainers={container !== undefined} onChange={setCount} />
    </details>
  );
}

/** The weight of the next scan alone, where a container is chosen. */
export function WeightInput({ measure: { container }, gross, setGross }: ReturnType<typeof useMeasure>) {
  const { t } = useLingui();
  if (!container) return null;
  const { unit } = container;
  return (
    <label>
      <span>{t`Weight with container, ${unit}`}</span>
      <input
        data-testid="gross"
        inputMode="decimal"
        autoComplete="off"
        value={gross}
        onChange={({ target }) => setGross(target.value)}
      />
    </label>
  );
}
