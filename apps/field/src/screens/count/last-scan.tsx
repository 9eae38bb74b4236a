import { Trans, useLingui } from '@lingui/react/macro';
import { Check, CircleHelp, Repeat2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Picker } from '../../office/answers.ts';
import { ChoosePicker } from '../../parts/choose-picker.tsx';
import { Face } from '../../parts/face.tsx';
import type { Signal } from '../../scanner/signals.ts';
import { AmountWords } from './amount/amount-words.tsx';
import type { Scan } from './counting.ts';
import { MyDay } from './receipt/my-day.tsx';

const ICONS = { good: Check, repeated: Repeat2, unknown: CircleHelp, failed: TriangleAlert } as const;

interface Props {
  readonly scan: Scan | undefined;
  readonly onChoose: (picker: Picker) => void;
}

/** The last scan: over the whole screen for a moment, then in its place. */
export function LastScan({ scan, onChoose }: Props) {
  return (
    <div className="last-scan" data-testid="last-scan" aria-live="assertive">
      {scan ? (
        <Told key={scan.id} scan={scan} onChoose={onChoose} />
      ) : (
        <p>
          <Trans>Scan a badge, type a number or touch a face.</Trans>
        </p>
      )}
    </div>
  );
}

function Told({ scan, onChoose }: Props & { readonly scan: Scan }) {
  const words = useWords();
  const Icon = ICONS[scan.kind];
  return (
    <>
      <div className={`flash ${scan.kind}`} aria-hidden="true">
        <Icon />
        {scan.picker && <Face workerId={scan.picker.id} name={scan.picker.name} />}
        <strong>{scan.picker?.name ?? scan.code}</strong>
        <span>{words[scan.kind]}</span>
      </div>
      <div className={`told ${scan.kind}`}>
        <Icon />
        {scan.picker && <Face workerId={scan.picker.id} name={scan.picker.name} />}
        <p>
          <strong>{scan.picker?.name ?? scan.code}</strong>
          <span>{words[scan.kind]}</span>
          {scan.reason !== undefined && <small>{scan.reason}</small>}
          {scan.problem && <AmountWords problem={scan.problem} />}
        </p>
        {scan.kind !== 'unknown' && scan.kind !== 'failed' && <data value={scan.units}>+{scan.units}</data>}
        {scan.kind === 'repeated' && scan.picker && <MyDay picker={scan.picker} />}
        {scan.kind === 'unknown' && <Whose onChoose={onChoose} />}
      </div>
    </>
  );
}

function Whose({ onChoose }: Pick<Props, 'onChoose'>) {
  const [isAsked, ask] = useState(false);
  if (isAsked) return <ChoosePicker onChoose={onChoose} onClose={() => ask(false)} />;
  return (
    <button type="button" onClick={() => ask(true)}>
      <Trans>Choose the worker</Trans>
    </button>
  );
}

function useWords(): Readonly<Record<Signal, string>> {
  const { t } = useLingui();
  return {
    good: t`Counted`,
    repeated: t`Counted again a moment after`,
    unknown: t`Nobody has this code. Not counted.`,
    failed: t`Not stored. Not counted.`,
  };
}
