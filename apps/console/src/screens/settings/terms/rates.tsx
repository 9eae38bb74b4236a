import { Trans, useLingui } from '@lingui/react/macro';
import type { FarmPayRate } from '../../../farm/farm-file.ts';
import type { Columns } from '../../../parts/table/data-table.tsx';
import { Figure } from '../../../parts/figure.tsx';
import { useFormat } from '../../../parts/format.ts';
import { useShownFarm } from '../shown-farm.ts';
import { ItemList } from '../item-list.tsx';
import { useRateTargets, RateDialog } from './rate-dialog.tsx';
import { rateId, targetOf } from './rate-draft.ts';

/** What an hour of some workers is worth, in place of the policy's rate. */
export function Rates() {
  const { t } = useLingui();
  const { payRates } = useShownFarm();
  const columns = useColumns();
  return (
    <ItemList
      id="rates"
      title={t`Rates per hour`}
      caption={t`All rates per hour`}
      add={t`Add a rate`}
      items={payRates}
      columns={columns}
      numeric={['rate']}
      idOf={rateId}
      nameOf={(rate) => `${targetOf(rate).target} ${rate.validFrom}`}
      withStatus={(rate, status) => ({ payRates: [{ ...rate, status }] })}
      form={(onClose, rate) => <RateDialog rate={rate} onClose={onClose} />}
    >
      <p className="about">
        <Trans>
          Everybody has the rate of the pay policy, unless a position, a group or a worker has another.
        </Trans>
      </p>
    </ItemList>
  );
}

function useColumns(): Columns<FarmPayRate> {
  const { t } = useLingui();
  const { company } = useShownFarm();
  const { date } = useFormat();
  const targets = useRateTargets();
  return [
    {
      ...{ id: 'from', header: t`Valid from`, value: ({ validFrom }) => validFrom },
      cell: (row) => <time dateTime={row.validFrom}>{date(row.validFrom)}</time>,
    },
    {
      ...{ id: 'whose', header: t`Whose` },
      value: (rate) => `${targets[targetOf(rate).of]}: ${targetOf(rate).target}`,
    },
    {
      ...{ id: 'rate', header: t`Rate per hour`, value: ({ hourlyRate }) => hourlyRate ?? -1 },
      cell: (row) => <Figure value={row.hourlyRate} currency={company.currency} digits={6} />,
    },
  ];
}
