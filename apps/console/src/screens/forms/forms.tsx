import { Plural, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { Form } from '../../api/types.ts';
import { useRoles } from '../../app/roles.ts';
import { useUser } from '../../app/signed-in.ts';
import { Answered } from '../../parts/answered.tsx';
import { type Columns, ListTable } from '../../parts/table/data-table.tsx';
import { KeepsLastChange } from '../../parts/farm/last-change.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty } from '../../parts/states.tsx';
import { useForms } from './form-query.ts';
import { ImportForm } from './import-form.tsx';

/** The list of forms; admins add one from an XLSForm. */
export default function Forms() {
  const { t } = useLingui();
  const isAdmin = useUser().role === 'admin';
  return (
    <Screen title={t`Forms`}>
      {isAdmin && (
        <KeepsLastChange>
          <ImportForm />
        </KeepsLastChange>
      )}
      <Answered
        of={useForms()}
        empty={
          <Empty title={t`There is no form yet.`}>
            {isAdmin
              ? t`Add one from an XLSForm above: a spreadsheet as it is made for ODK or KoBo.`
              : t`An admin adds forms, and says who may see them.`}
          </Empty>
        }
      >
        {(forms) => <List forms={forms} />}
      </Answered>
    </Screen>
  );
}

function List({ forms }: { readonly forms: readonly Form[] }) {
  const { t } = useLingui();
  const roles = useRoles();
  const columns: Columns<Form> = [
    {
      ...{ id: 'name', header: t`Form`, value: ({ name }) => name },
      cell: (row) => (
        <Link className="name" href={`/forms/${encodeURIComponent(row.key)}`}>
          {row.name}
        </Link>
      ),
    },
    {
      ...{ id: 'type', header: t`For` },
      value: ({ type }) => (type === 'task' ? t`tasks` : t`monitoring`),
    },
    { id: 'subtype', header: t`About`, value: ({ subtype }) => subtype ?? '' },
    {
      ...{ id: 'fields', header: t`Fields`, value: ({ fields }) => fields.length },
      cell: (row) => <Plural value={row.fields.length} one="# field" other="# fields" />,
    },
    { id: 'version', header: t`Version`, value: ({ version }) => version },
    {
      ...{ id: 'access', header: t`Who sees it` },
      value: ({ access }) =>
        [
          t`Admin`,
          ...access.roles.filter((role) => role !== 'admin').map((role) => roles[role]),
          ...access.users,
        ].join(', '),
    },
  ];
  return (
    <ListTable
      caption={t`Forms`}
      rows={forms}
      columns={columns}
      idOf={({ key }) => key}
      numeric={['version']}
    />
  );
}
