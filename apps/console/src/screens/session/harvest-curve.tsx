import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { ProductionRecord, Session } from '../../api/types.ts';
import { cumulative } from '../../harvest/arrival.ts';
import type { PlotLine } from '../../parts/plot/plot-props.ts';
import { Plot } from '../../parts/plot/plot.tsx';
import type { Aligned } from '../../series/gaps.ts';

interface Props {
  readonly session: Session;
  readonly records: readonly ProductionRecord[];
  readonly unit: string;
}

/** The cumulative harvest over time; late arrivals are marked, because earlier viewers did not see them. */
export function HarvestCurve({ session: { openedAt, timezone }, records, unit }: Props) {
  const { t } = useLingui();
  const [picked, late] = [t`Picked`, t`Arrived late`];
  const { data, hasLate } = useMemo(() => {
    const sums = cumulative(records);
    const hasLate = sums.some(({ isLate }) => isLate);
    const units = [0, ...sums.map((sum) => sum.units)];
    const marks = [null, ...sums.map((sum) => (sum.isLate ? sum.units : null))];
    // A phone with a wrong clock may have recorded before the session was opened.
    const began = Math.min(Date.parse(openedAt), sums[0]?.at ?? Infinity);
    const at = [began, ...sums.map((sum) => sum.at)].map((ms) => ms / 1_000);
    return { data: { at, lines: hasLate ? [units, marks] : [units] } satisfies Aligned, hasLate };
  }, [records, openedAt]);
  const lines = useMemo(
    (): PlotLine[] => [
      { label: picked, unit, digits: 6, kind: 'steps' },
      ...(hasLate ? [{ label: late, unit, digits: 6, kind: 'marks' } as const] : []),
    ],
    [picked, late, unit, hasLate],
  );
  return <Plot label={t`Picked so far (${unit})`} data={data} lines={lines} timeZone={timezone} />;
}
