import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { PayRun } from '../../api/types.ts';
import { Empty } from '../../parts/states.tsx';

interface Props {
  readonly title: ReactNode;
  readonly status: PayRun['status'];
}

/** In place of what is owed: how it comes to be owed, which depends on whether the run can still change. */
export function NothingOwed({ title, status }: Props) {
  return (
    <Empty title={title}>
      {status === 'draft' ? (
        <Trans>
          Check that the phones have sent all harvest records and shifts. A draft is recalculated whenever it
          is opened.
        </Trans>
      ) : (
        <Trans>This run is frozen: what is sent later goes into the next run.</Trans>
      )}
    </Empty>
  );
}
