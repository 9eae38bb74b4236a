import { Trans, useLingui } from '@lingui/react/macro';
import type { Phone } from '../../api/types.ts';
import { useCompany } from '../../app/signed-in.ts';
import { type Columns, ListTable } from '../../parts/table/data-table.tsx';
import { Figure } from '../../parts/figure.tsx';
import { When } from '../../parts/when.tsx';
import { usePhones } from './device-query.ts';

/** The phones of the field app, as they told last; nothing at all if there are none. */
export function Phones() {
  const { t } = useLingui();
  const { data } = usePhones();
  const columns = usePhoneColumns();
  if (!data || data.length === 0) return null;
  return (
    <section className="chosen">
      <h2>{t`Phones`}</h2>
      <p>
        <Trans>
          Where somebody signed in to the field app, as each phone told last. What is unsent is on the phone
          alone.
        </Trans>
      </p>
      <ListTable
        caption={t`Phones`}
        rows={data}
        columns={columns}
        numeric={['unsent']}
        idOf={({ userId, phoneId }) => `${userId} ${phoneId}`}
      />
    </section>
  );
}

function usePhoneColumns(): Columns<Phone> {
  const { t } = useLingui();
  const { timezone } = useCompany();
  const kept = (persisted: Phone['persisted']) =>
    persisted === null ? t`unknown` : persisted ? t`kept` : t`may be deleted`;
  return [
    { id: 'user', header: t`User`, value: ({ userName }) => userName },
    {
      ...{
        id: 'last',
        header: t`Last seen`,
        value: ({ lastSeenAt }) => Date.parse(lastSeenAt),
      },
      cell: (row) => <When at={row.lastSeenAt} timeZone={timezone} />,
    },
    {
      ...{ id: 'unsent', header: t`Unsent`, value: ({ unsent }) => unsent },
      cell: (row) => <Figure value={row.unsent} digits={0} />,
    },
    { id: 'storage', header: t`Storage`, value: ({ persisted }) => kept(persisted) },
    { id: 'version', header: t`App`, value: ({ version }) => version },
  ];
}
