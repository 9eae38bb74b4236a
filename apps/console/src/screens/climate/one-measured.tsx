import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { Choose } from '../../parts/fields/choose.tsx';

interface Props<Value extends string> {
  /** The parameter of the address that keeps the choice. */
  readonly kept: string;
  /** What was measured; the first one is shown until another is chosen. */
  readonly values: readonly Value[];
  readonly labelOf: (value: Value) => string;
  readonly children: (chosen: Value) => ReactNode;
}

/** Shows one of the measured quantities at a time; the address keeps which one. */
export function OneMeasured<Value extends string>({ kept, values, labelOf, children }: Props<Value>) {
  const { t } = useLingui();
  const [search, setSearch] = useSearchParams();
  const chosen = values.find((one) => one === search.get(kept)) ?? values[0];
  if (chosen === undefined) return null;
  const choose = (next: string) =>
    setSearch(
      (before) => {
        before.set(kept, next);
        return before;
      },
      { replace: true },
    );
  return (
    <>
      <div className="filters no-print">
        <Choose
          label={t`What was measured`}
          value={chosen}
          options={values.map((value) => ({ value, label: labelOf(value) }))}
          onChange={choose}
        />
      </div>
      {children(chosen)}
    </>
  );
}
