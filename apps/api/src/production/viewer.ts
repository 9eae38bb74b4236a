import type { UserPrincipal } from '@furrow/access/domain';
import type { Viewer } from '@furrow/production/domain';

/** Admins read the company's sessions, and change only their own. */
export const viewerOf = ({ userId, role }: UserPrincipal): Viewer => ({
  userId,
  seesCompany: role === 'admin',
});
