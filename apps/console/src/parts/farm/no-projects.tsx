import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { useUser } from '../../app/signed-in.ts';
import { Empty } from '../states.tsx';

/** Shown instead of whatever needs a project, while the farm has none. */
export function NoProjects() {
  const { t } = useLingui();
  const isAdmin = useUser().role === 'admin';
  return (
    <Empty title={t`The farm has no projects yet.`}>
      {isAdmin ? (
        <Trans>
          Add the first one, with its sectors, in <Link href="/settings">Settings</Link>.
        </Trans>
      ) : (
        t`An admin adds them, with their sectors, in Settings.`
      )}
    </Empty>
  );
}
