import { useLingui } from '@lingui/react/macro';
import type { Kind } from './kinds.ts';

/** The displayed names of line kinds. */
export function useKindNames(): Readonly<Record<Kind, string>> {
  const { t } = useLingui();
  return {
    piece: t`Pieces`,
    bonus: t`Bonus`,
    tier: t`Premium`,
    hourly: t`Hourly`,
    nonproductive: t`Unproductive time`,
    rest: t`Rests`,
    top_up: t`Top-up`,
    overtime: t`Overtime`,
    manual: t`By hand`,
    adjustment: t`Adjustment`,
  };
}
