import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { WorkerOptions } from '../../api/types.ts';
import { useUser } from '../../app/signed-in.ts';
import { Empty } from '../../parts/states.tsx';

/** Whether a worker can be registered: each has one of these. */
export const isComplete = ({ position, employment_type, status }: WorkerOptions): boolean =>
  [position, employment_type, status].every(({ length }) => length > 0);

/** Why nobody is listed, and what to do about it. */
export function NoWorkers({ isFiltered, options }: Props) {
  const { t } = useLingui();
  if (isFiltered)
    return (
      <Empty title={t`Nobody matches.`}>{t`Look for less of the name, or choose another status.`}</Empty>
    );
  return (
    <Empty title={t`There are no workers yet.`}>
      {options && !isComplete(options) ? (
        <NeedsOptions />
      ) : (
        t`Add the first one above, or import a list below.`
      )}
    </Empty>
  );
}

interface Props {
  readonly isFiltered: boolean;
  readonly options: WorkerOptions | undefined;
}

/** Nobody can be registered before there is something to choose. */
export function NeedsOptions() {
  const isAdmin = useUser().role === 'admin';
  return isAdmin ? (
    <Trans>
      A worker has a position, a type of employment and a state. Say in <Link href="/settings">Settings</Link>{' '}
      first which ones there are.
    </Trans>
  ) : (
    <Trans>
      A worker has a position, a type of employment and a state. An admin says in Settings which ones there
      are.
    </Trans>
  );
}
