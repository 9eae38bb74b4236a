import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { FarmPolicy } from '../../../farm/farm-file.ts';
import { type Columns, DataTable } from '../../../parts/table/data-table.tsx';
import { useActionsColumn } from '../../../parts/elements/actions-column.tsx';
import { useFormat } from '../../../parts/format.ts';
import { Empty } from '../../../parts/states.tsx';
import { useChoices } from '../../../parts/farm/choices.ts';
import { useShownFarm } from '../shown-farm.ts';
import { ItemMenu, StatusChip } from '../item-menu.tsx';
import { PolicyDialog } from './policy-dialog.tsx';

const actionsOf = (policy: FarmPolicy) => (
  <ItemMenu
    name={policy.validFrom}
    status={policy.status}
    withStatus={(status) => ({ payPolicies: [{ ...policy, status }] })}
    form={(onClose) => <PolicyDialog policy={policy} onClose={onClose} />}
  />
);
const idOf = ({ validFrom, group }: FarmPolicy) => `${validFrom} ${group ?? ''}`;

/** How work is paid, from a day on. */
export function Policies() {
  const { t } = useLingui();
  const { payPolicies } = useShownFarm();
  const [isOpen, open] = useState(false);
  const columns = useColumns(payPolicies.some(({ group }) => group !== undefined));
  return (
    <section aria-labelledby="policies">
      <h2 id="policies">{t`Pay policies`}</h2>
      {payPolicies.length === 0 ? (
        <Empty title={t`There is no pay policy yet.`}>
          <Trans>A pay run needs one: it says the minimum wage, and what an hour is worth.</Trans>
        </Empty>
      ) : (
        <DataTable
          isCaptionHidden
          isDense
          caption={t`All pay policies`}
          rows={payPolicies}
          columns={columns}
          idOf={idOf}
        />
      )}
      <p className="add no-print">
        <button type="button" onClick={() => open(true)}>
          <Plus /> {t`Add a pay policy`}
        </button>
      </p>
      {isOpen && <PolicyDialog onClose={() => open(false)} />}
    </section>
  );
}

/** Most farms have no policy for a group. */
function useColumns(hasGroups: boolean): Columns<FarmPolicy> {
  const { t } = useLingui();
  const { number, date } = useFormat();
  const per = useChoices()['minimumWage.per'];
  const actions = useActionsColumn(actionsOf);
  return useMemo(
    (): Columns<FarmPolicy> => [
      {
        ...{ id: 'from', header: t`Valid from`, value: ({ validFrom }) => validFrom },
        cell: (row) => <time dateTime={row.validFrom}>{date(row.validFrom)}</time>,
      },
      ...(hasGroups
        ? [{ id: 'group', header: t`Group`, value: ({ group }: FarmPolicy) => group ?? t`everybody` }]
        : []),
      {
        ...{ id: 'minimum', header: t`Minimum wage` },
        value: ({ minimumWage: wage }) =>
          wage === null ? '–' : `${number(wage.amount, 6)} ${per?.[wage.per] ?? wage.per}`,
      },
      {
        ...{ id: 'hourly', header: t`Rate per hour` },
        value: ({ hourlyRate }) => (hourlyRate === null ? '–' : number(hourlyRate, 6)),
      },
      {
        ...{ id: 'status', header: t`Status`, value: ({ status }) => status },
        cell: (row) => <StatusChip status={row.status} />,
      },
      actions,
    ],
    [t, number, date, per, actions, hasGroups],
  );
}
