import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { PayStatement } from '../../api/types.ts';

export type Kind = PayStatement['lines'][number]['kind'];

/** The kinds of pay, in the order of the calculation. */
export const KINDS: readonly Kind[] = [
  ...(['piece', 'bonus', 'hourly', 'nonproductive', 'rest', 'top_up', 'overtime', 'adjustment'] as const),
];

/** The displayed names of line kinds. */
export function useKindNames(): Readonly<Record<Kind, string>> {
  const { t } = useLingui();
  return useMemo(
    () => ({
      piece: t`Pieces`,
      bonus: t`Bonus`,
      hourly: t`Hourly`,
      nonproductive: t`Unproductive time`,
      rest: t`Rests`,
      top_up: t`Top-up`,
      overtime: t`Overtime`,
      adjustment: t`Adjustment`,
    }),
    [t],
  );
}
