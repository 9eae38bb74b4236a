import { useLingui } from '@lingui/react/macro';
import { UserPlus } from 'lucide-react';
import { useRoles } from '../../../app/roles.ts';
import type { FarmUser } from '../../../farm/farm-file.ts';
import { type Columns, ListTable } from '../../../parts/table/data-table.tsx';
import { actionsColumn } from '../../../parts/elements/actions-column.tsx';
import { Chip } from '../../../parts/elements/chip.tsx';
import { Person } from '../../../parts/elements/face.tsx';
import { Adding } from '../adding.tsx';
import { useShownFarm } from '../shown-farm.ts';
import { PersonDialog } from './person-dialog.tsx';
import { PersonMenu } from './person-menu.tsx';

/** Who may sign in, and who is invited to. */
export function People() {
  const { t } = useLingui();
  const roles = useRoles();
  const { users } = useShownFarm();
  const columns: Columns<FarmUser> = [
    {
      ...{ id: 'name', header: t`Person`, value: ({ name }) => name },
      cell: (row) => <Person name={row.name} />,
    },
    { id: 'role', header: t`Role`, value: ({ role }) => roles[role] },
    { id: 'email', header: t`E-mail`, value: ({ email }) => email ?? '–' },
    {
      ...{ id: 'status', header: t`Status`, value: ({ status }) => status },
      cell: (row) => <Standing person={row} />,
    },
    actionsColumn((person) => <PersonMenu person={person} />),
  ];
  return (
    <Adding
      id="people"
      title={t`People and invitations`}
      add={t`Invite a person`}
      icon={UserPlus}
      form={(onClose) => <PersonDialog onClose={onClose} />}
    >
      <ListTable
        caption={t`All people`}
        rows={users}
        columns={columns}
        idOf={({ idpId, email }) => idpId ?? email ?? ''}
      />
    </Adding>
  );
}

function Standing({ person: { status, idpId } }: { readonly person: FarmUser }) {
  const { t } = useLingui();
  if (status === 'invited') return <Chip tone="info">{t`invited`}</Chip>;
  if (status === 'active') return <Chip tone="good">{t`may sign in`}</Chip>;
  return <Chip tone="warn">{idpId === undefined ? t`invitation withdrawn` : t`no access`}</Chip>;
}
