import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { FarmRate } from '../../../farm/farm-file.ts';
import { type Columns, DataTable } from '../../../parts/table/data-table.tsx';
import { useActionsColumn } from '../../../parts/elements/actions-column.tsx';
import { Figure } from '../../../parts/figure.tsx';
import { useFormat } from '../../../parts/format.ts';
import { useShownFarm } from '../shown-farm.ts';
import { ItemMenu, StatusChip } from '../item-menu.tsx';
import { useRateTargets, RateDialog } from './rate-dialog.tsx';
import { rateId, targetOf } from './rate-draft.ts';

const NUMERIC = ['rate'];
const actionsOf = (rate: FarmRate) => (
  <ItemMenu
    name={`${targetOf(rate).target} ${rate.validFrom}`}
    status={rate.status}
    withStatus={(status) => ({ payRates: [{ ...rate, status }] })}
    form={(onClose) => <RateDialog rate={rate} onClose={onClose} />}
  />
);

/** What an hour of some workers is worth, in place of the policy's rate. */
export function Rates() {
  const { t } = useLingui();
  const { payRates } = useShownFarm();
  const [isOpen, open] = useState(false);
  const columns = useColumns();
  return (
    <section aria-labelledby="rates">
      <h2 id="rates">{t`Rates per hour`}</h2>
      {payRates.length === 0 ? (
        <p className="about">
          <Trans>
            Everybody has the rate of the pay policy, unless a position, a group or a worker has another.
          </Trans>
        </p>
      ) : (
        <DataTable
          isCaptionHidden
          isDense
          caption={t`All rates per hour`}
          rows={payRates}
          columns={columns}
          numeric={NUMERIC}
          idOf={rateId}
        />
      )}
      <p className="add no-print">
        <button type="button" onClick={() => open(true)}>
          <Plus /> {t`Add a rate`}
        </button>
      </p>
      {isOpen && <RateDialog onClose={() => open(false)} />}
    </section>
  );
}

function useColumns() {
  const { t } = useLingui();
  const { company } = useShownFarm();
  const { date } = useFormat();
  const targets = useRateTargets();
  const actions = useActionsColumn(actionsOf);
  return useMemo(
    (): Columns<FarmRate> => [
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
      {
        ...{ id: 'status', header: t`Status`, value: ({ status }) => status },
        cell: (row) => <StatusChip status={row.status} />,
      },
      actions,
    ],
    [t, date, targets, company, actions],
  );
}
