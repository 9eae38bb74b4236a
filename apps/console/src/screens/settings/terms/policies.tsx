import { Trans, useLingui } from '@lingui/react/macro';
import type { FarmPayPolicy } from '../../../farm/farm-file.ts';
import type { Columns } from '../../../parts/table/data-table.tsx';
import { useFormat } from '../../../parts/format.ts';
import { Empty } from '../../../parts/states.tsx';
import { useChoices } from '../../../parts/farm/choices.ts';
import { useShownFarm } from '../shown-farm.ts';
import { ItemList } from '../item-list.tsx';
import { PolicyDialog } from './policy-dialog.tsx';

/** How work is paid, from a day on. */
export function Policies() {
  const { t } = useLingui();
  const { payPolicies } = useShownFarm();
  const columns = useColumns(payPolicies.some(({ group }) => group !== undefined));
  return (
    <ItemList
      id="policies"
      title={t`Pay policies`}
      caption={t`All pay policies`}
      add={t`Add a pay policy`}
      items={payPolicies}
      columns={columns}
      idOf={({ validFrom, group }) => `${validFrom} ${group ?? ''}`}
      nameOf={({ validFrom }) => validFrom}
      withStatus={(policy, status) => ({ payPolicies: [{ ...policy, status }] })}
      form={(onClose, policy) => <PolicyDialog policy={policy} onClose={onClose} />}
    >
      <Empty title={t`There is no pay policy yet.`}>
        <Trans>A pay run needs one: it says the minimum wage, and what an hour is worth.</Trans>
      </Empty>
    </ItemList>
  );
}

/** Most farms have no policy for a group. */
function useColumns(hasGroups: boolean): Columns<FarmPayPolicy> {
  const { t } = useLingui();
  const { number, date } = useFormat();
  const per = useChoices()['minimumWage.per'];
  return [
    {
      ...{ id: 'from', header: t`Valid from`, value: ({ validFrom }) => validFrom },
      cell: (row) => <time dateTime={row.validFrom}>{date(row.validFrom)}</time>,
    },
    ...(hasGroups
      ? [{ id: 'group', header: t`Group`, value: ({ group }: FarmPayPolicy) => group ?? t`everybody` }]
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
  ];
}
