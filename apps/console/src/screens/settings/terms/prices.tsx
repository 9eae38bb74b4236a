import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { FarmPrice } from '../../../farm/farm-file.ts';
import { type Columns, DataTable } from '../../../parts/table/data-table.tsx';
import { useActionsColumn } from '../../../parts/elements/actions-column.tsx';
import { Figure } from '../../../parts/figure.tsx';
import { useFormat } from '../../../parts/format.ts';
import { Empty } from '../../../parts/states.tsx';
import { useShownFarm } from '../shown-farm.ts';
import { ItemMenu, StatusChip } from '../item-menu.tsx';
import { NAMED, priceId } from './price-draft.ts';
import { PriceDialog } from './price-dialog.tsx';

const NUMERIC = ['price'];
const actionsOf = (price: FarmPrice) => (
  <ItemMenu
    name={[price.validFrom, price.unit, ...NAMED.flatMap((member) => price[member] ?? [])].join(' ')}
    status={price.status}
    withStatus={(status) => ({ prices: [{ ...price, status }] })}
    form={(onClose) => <PriceDialog price={price} onClose={onClose} />}
  />
);

/** What a unit is worth, by what it is, from a day on. */
export function Prices() {
  const { t } = useLingui();
  const { prices } = useShownFarm();
  const [isOpen, open] = useState(false);
  const columns = useColumns();
  return (
    <section aria-labelledby="prices">
      <h2 id="prices">{t`Prices`}</h2>
      {prices.length === 0 ? (
        <Empty title={t`There are no prices.`}>
          <Trans>Sessions that are opened without a price have that of their project.</Trans>
        </Empty>
      ) : (
        <DataTable
          isCaptionHidden
          isDense
          caption={t`All prices`}
          rows={prices}
          columns={columns}
          numeric={NUMERIC}
          idOf={priceId}
        />
      )}
      <p className="add no-print">
        <button type="button" onClick={() => open(true)}>
          <Plus /> {t`Add a price`}
        </button>
      </p>
      {isOpen && <PriceDialog onClose={() => open(false)} />}
    </section>
  );
}

function useColumns() {
  const { t } = useLingui();
  const { date } = useFormat();
  const { company, projects, qualities, containers } = useShownFarm();
  const actions = useActionsColumn(actionsOf);
  return useMemo((): Columns<FarmPrice> => {
    const nameOf = (items: readonly { readonly key: string; readonly name: string }[], key: string | null) =>
      items.find((item) => item.key === key)?.name ?? key;
    const forWhat = (price: FarmPrice) =>
      [
        ...[nameOf(projects, price.project), price.crop, price.variety],
        ...[nameOf(qualities, price.quality), nameOf(containers, price.container)],
      ]
        .filter(Boolean)
        .join(' · ') || t`everything`;
    return [
      {
        ...{ id: 'from', header: t`Valid from`, value: ({ validFrom }) => validFrom },
        cell: (row) => <time dateTime={row.validFrom}>{date(row.validFrom)}</time>,
      },
      { id: 'what', header: t`For`, value: forWhat },
      {
        ...{ id: 'price', header: t`Price`, value: ({ price }) => price },
        cell: (row) => (
          <>
            <Figure value={row.price} currency={company.currency} digits={6} /> / {row.unit}
          </>
        ),
      },
      {
        ...{ id: 'status', header: t`Status`, value: ({ status }) => status },
        cell: (row) => <StatusChip status={row.status} />,
      },
      actions,
    ];
  }, [t, date, company, projects, qualities, containers, actions]);
}
