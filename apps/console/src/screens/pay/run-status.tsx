import { Trans } from '@lingui/react/macro';
import type { PayRun } from '../../api/types.ts';

/** Whether a run still changes. */
export function RunStatus({ status }: Pick<PayRun, 'status'>) {
  return status === 'frozen' ? (
    <span className="chip good">
      <Trans>Frozen</Trans>
    </span>
  ) : (
    <span className="chip">
      <Trans>Draft</Trans>
    </span>
  );
}
