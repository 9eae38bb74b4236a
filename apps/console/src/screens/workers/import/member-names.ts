import { useLingui } from '@lingui/react/macro';
import type { ListMember } from '../../../api/types.ts';

/** The names of what a column may be. */
export function useMemberNames(): Readonly<Record<ListMember, string>> {
  const { t } = useLingui();
  return {
    first_name: t`First name`,
    last_name: t`Last name`,
    hire_date: t`Hired on`,
    position: t`Position`,
    employment_type: t`Employment`,
    status: t`Status`,
    document_id: t`Document`,
    phone: t`Phone`,
    email: t`E-mail`,
  };
}
