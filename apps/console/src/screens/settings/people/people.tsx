import { useLingui } from '@lingui/react/macro';
import { UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useRoles } from '../../../app/roles.ts';
import type { FarmPerson } from '../../../farm/farm-file.ts';
import { type Columns, DataTable } from '../../../parts/table/data-table.tsx';
import { useActionsColumn } from '../../../parts/elements/actions-column.tsx';
import { Chip } from '../../../parts/elements/chip.tsx';
import { Person } from '../../../parts/elements/face.tsx';
import { useShownFarm } from '../shown-farm.ts';
import { PersonDialog } from './person-dialog.tsx';
import { PersonMenu } from './person-menu.tsx';

const actionsOf = (person: FarmPerson) => <PersonMenu person={person} />;
const idOf = ({ idpId, email }: FarmPerson) => idpId ?? email ?? '';

/** Who may sign in, and who is invited to. */
export function People() {
  const { t } = useLingui();
  const roles = useRoles();
  const { users } = useShownFarm();
  const [isOpen, open] = useState(false);
  const actions = useActionsColumn(actionsOf);
  const columns = useMemo(
    (): Columns<FarmPerson> => [
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
      actions,
    ],
    [t, roles, actions],
  );
  return (
    <section aria-labelledby="people">
      <h2 id="people">{t`People and invitations`}</h2>
      <DataTable isCaptionHidden isDense caption={t`All people`} rows={users} columns={columns} idOf={idOf} />
      <p className="add no-print">
        <button type="button" onClick={() => open(true)}>
          <UserPlus /> {t`Invite a person`}
        </button>
      </p>
      {isOpen && <PersonDialog onClose={() => open(false)} />}
    </section>
  );
}

function Standing({ person: { status, idpId } }: { readonly person: FarmPerson }) {
  const { t } = useLingui();
  if (status === 'invited') return <Chip tone="info">{t`invited`}</Chip>;
  if (status === 'active') return <Chip tone="good">{t`may sign in`}</Chip>;
  return <Chip tone="warn">{idpId === undefined ? t`invitation withdrawn` : t`no access`}</Chip>;
}
