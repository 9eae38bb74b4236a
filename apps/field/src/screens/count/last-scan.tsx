import { useLingui } from '@lingui/react/macro';
import { Check, CircleHelp, Repeat2, TriangleAlert, UserCheck } from 'lucide-react';
import { useState } from 'react';
import { ChoosePicker } from '../../parts/choose-picker.tsx';
import { Face } from '../../parts/face.tsx';
import type { Signal } from '../../scanner/signals.ts';
import type { Worker } from './counting.ts';
import { ProblemWords } from './problem-words.tsx';
import type { ShownScan } from './use-counting.ts';
import { MyDay } from './receipt/my-day.tsx';

const ICONS = {
  good: Check,
  joined: UserCheck,
  repeated: Repeat2,
  unknown: CircleHelp,
  failed: TriangleAlert,
} as const;

interface Props {
  readonly scan: ShownScan | undefined;
  readonly onChoose: (worker: Worker) => void;
}

/** The last scan: over the whole screen for a moment, then in its place. */
export function LastScan({ scan, onChoose }: Props) {
  const { t } = useLingui();
  return (
    <div className="last-scan" data-testid="last-scan" aria-live="assertive">
      {scan ? (
        <ScanResult key={scan.id} scan={scan} onChoose={onChoose} />
      ) : (
        <p>{t`Scan a badge, type a number or touch a face.`}</p>
      )}
    </div>
  );
}

function ScanResult({ scan, onChoose }: Props & { readonly scan: ShownScan }) {
  const words = useWords();
  const Icon = ICONS[scan.kind];
  const { workers = [] } = scan;
  const who = workers.length > 0 ? workers.map(({ name }) => name).join(', ') : scan.code;
  const [first, ...others] = workers;
  const only = others.length === 0 ? first : undefined;
  return (
    <>
      <div className={`flash ${scan.kind}`} aria-hidden="true">
        <Icon />
        {only && <Face workerId={only.id} name={only.name} />}
        <strong>{who}</strong>
        <span>{words[scan.kind]}</span>
      </div>
      <div className={`scan-result ${scan.kind}`}>
        <Icon />
        {only && <Face workerId={only.id} name={only.name} />}
        <p>
          <strong>{who}</strong>
          <span>{words[scan.kind]}</span>
          {scan.reason !== undefined && <small>{scan.reason}</small>}
          {scan.problem && <ProblemWords problem={scan.problem} />}
        </p>
        {(scan.kind === 'good' || scan.kind === 'repeated') && <data value={scan.units}>+{scan.units}</data>}
        {scan.kind === 'repeated' && only && <MyDay picker={only} />}
        {scan.kind === 'unknown' && <Whose onChoose={onChoose} />}
      </div>
    </>
  );
}

function Whose({ onChoose }: Pick<Props, 'onChoose'>) {
  const { t } = useLingui();
  const [isAsked, ask] = useState(false);
  if (isAsked) return <ChoosePicker onChoose={onChoose} onClose={() => ask(false)} />;
  return <button type="button" onClick={() => ask(true)}>{t`Choose the worker`}</button>;
}

function useWords(): Readonly<Record<Signal, string>> {
  const { t } = useLingui();
  return {
    good: t`Counted`,
    joined: t`Shares the next container`,
    repeated: t`Counted again a moment after`,
    unknown: t`Nobody has this code. Not counted.`,
    failed: t`Not stored. Not counted.`,
  };
}
