import { useLingui } from '@lingui/react/macro';
import type { PayRun } from '../../api/types.ts';

/** Whether a run still changes. */
export function RunStatus({ status }: Pick<PayRun, 'status'>) {
  const { t } = useLingui();
  return status === 'frozen' ? (
    <span className="chip good">{t`Frozen`}</span>
  ) : (
    <span className="chip">{t`Draft`}</span>
  );
}
