import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Choose } from '../../../parts/fields/choose.tsx';
import { NumberField } from '../../../parts/fields/number-field.tsx';
import { addDays } from '../../../time/local-day.ts';
import { type Choice, hasSum, type IndicatorName, LONGEST_DAYS, type Parameters } from './indicator.ts';
import { useMethodNames } from './names.ts';

interface Props {
  readonly name: IndicatorName;
  readonly choice: Choice;
  readonly from: string;
  readonly to: string;
  readonly onChange: (choice: Choice) => void;
}

const COVERAGES = [0.5, 0.75, 0.9, 1];

/** Inputs for all parameters of an indicator, behind a summary; rendered when it is first opened. */
export function IndicatorForm({ title, ...fields }: Props & { readonly title: string }) {
  const [isOpened, setOpened] = useState(false);
  return (
    <details className="no-print" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary>
        <Trans>Settings</Trans> <span className="hidden">{title}</span>
      </summary>
      {isOpened && <Fields {...fields} />}
    </details>
  );
}

function Fields({ name, choice, from, to, onChange }: Props) {
  const { t } = useLingui();
  const change = (next: Partial<Choice>) => onChange({ ...choice, ...next });
  return (
    <div className="filters">
      <label>
        <span>{t`Since`}</span>
        <input
          type="date"
          value={from}
          min={addDays(to, 1 - LONGEST_DAYS)}
          max={to}
          onChange={({ target }) =>
            target.value !== '' && target.validity.valid && change({ since: target.value })
          }
        />
      </label>
      {hasSum(name) && (
        <Choose
          label={t`Show`}
          value={choice.isSum ? 'sum' : 'day'}
          options={[
            { value: 'sum', label: t`The sum` },
            { value: 'day', label: t`Each day` },
          ]}
          onChange={(shown) => change({ isSum: shown === 'sum' })}
        />
      )}
      <OwnParameters
        name={name}
        of={choice.parameters}
        onChange={(next) => change({ parameters: { ...choice.parameters, ...next } })}
      />
      <Choose
        label={t`A day counts if it has`}
        value={choice.minCoverage}
        options={COVERAGES.map((share) => {
          const percent = share * 100;
          return { value: share, label: t`data for ${percent} % of its hours` };
        })}
        onChange={(minCoverage) => change({ minCoverage })}
      />
    </div>
  );
}

interface OwnProps {
  readonly name: IndicatorName;
  readonly of: Parameters;
  readonly onChange: (change: Parameters) => void;
}

const CHILL_MODELS = ['portions', 'utah', 'hours'] as const;
const ET0_METHODS = ['auto', 'asce', 'hargreaves'] as const;

function OwnParameters({ name, of, onChange }: OwnProps) {
  const { t } = useLingui();
  const names = useMethodNames();
  const named = <Value extends string>(values: readonly Value[]) =>
    values.map((value) => ({ value, label: names[value] ?? value }));
  if (name === 'degree-days') return <Thresholds of={of} onChange={onChange} />;
  if (name === 'chill')
    return (
      <Choose
        label={t`Chill model`}
        value={of.model ?? 'portions'}
        options={named(CHILL_MODELS)}
        onChange={(model) => onChange({ model })}
      />
    );
  if (name === 'et0')
    return (
      <Choose
        label={t`Calculated`}
        value={ET0_METHODS.find((method) => method === of.method) ?? 'auto'}
        options={named(ET0_METHODS)}
        onChange={(method) => onChange({ method })}
      />
    );
  return null;
}

const DEGREE_DAY_METHODS = [
  'average',
  'single-sine',
  'double-sine',
  'single-triangle',
  'double-triangle',
] as const;
const CUTOFFS = ['horizontal', 'intermediate', 'vertical'] as const;
const BASE = 10;
/** The range of air temperatures, °C. */
const [COLDEST, HOTTEST] = [-90, 60];

function Thresholds({ of, onChange }: Omit<OwnProps, 'name'>) {
  const { t } = useLingui();
  const names = useMethodNames();
  const { base = BASE, upper } = of;
  const named = <Value extends string>(values: readonly Value[]) =>
    values.map((value) => ({ value, label: names[value] ?? value }));
  return (
    <>
      <NumberField
        label={t`Base temperature (°C)`}
        value={base}
        min={COLDEST}
        max={upper === undefined ? HOTTEST : upper - 0.1}
        onChange={(value) => onChange({ base: value ?? BASE })}
      />
      <NumberField
        label={t`Upper limit (°C), optional`}
        value={upper}
        min={base + 0.1}
        max={HOTTEST}
        onChange={(value) => onChange({ upper: value })}
      />
      <Choose
        label={t`Method`}
        value={DEGREE_DAY_METHODS.find((method) => method === of.method) ?? 'single-sine'}
        options={named(DEGREE_DAY_METHODS)}
        onChange={(method) => onChange({ method })}
      />
      {upper !== undefined && (
        <Choose
          label={t`Above the upper limit`}
          value={of.cutoff ?? 'horizontal'}
          options={named(CUTOFFS)}
          onChange={(cutoff) => onChange({ cutoff })}
        />
      )}
    </>
  );
}
