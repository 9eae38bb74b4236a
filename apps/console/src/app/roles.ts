import { useLingui } from '@lingui/react/macro';
import type { Role } from '../api/session.ts';

/** The names of roles. */
export function useRoles(): Readonly<Record<Role, string>> {
  const { t } = useLingui();
  return { admin: t`Admin`, supervisor: t`Supervisor`, agronomist: t`Agronomist` };
}
