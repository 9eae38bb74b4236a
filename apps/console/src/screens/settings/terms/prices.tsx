import { Trans, useLingui } from '@lingui/react/macro';
import type { FarmPrice } from '../../../farm/farm-file.ts';
import type { Columns } from '../../../parts/table/data-table.tsx';
import { Figure } from '../../../parts/figure.tsx';
import { useFormat } from '../../../parts/format.ts';
import { Empty } from '../../../parts/states.tsx';
import { useShownFarm } from '../shown-farm.ts';
import { ItemList } from '../item-list.tsx';
import { NAMED, priceId } from './price-draft.ts';
import { PriceDialog } from './price-dialog.tsx';

const nameOf = (price: FarmPrice) =>
  [price.validFrom, price.unit, ...NAMED.flatMap((member) => price[member] ?? [])].join(' ');

/** What a unit is worth, by what it is, from a day on. */
export function Prices() {
  const { t } = useLingui();
  const { prices } = useShownFarm();
  const columns = useColumns();
  return (
    <ItemList
      id="prices"
      title={t`Prices`}
      caption={t`All prices`}
      add={t`Add a price`}
      items={prices}
      columns={columns}
      numeric={['price']}
      idOf={priceId}
      nameOf={nameOf}
      withStatus={(price, status) => ({ prices: [{ ...price, status }] })}
      form={(onClose, price) => <PriceDialog price={price} onClose={onClose} />}
    >
      <Empty title={t`There are no prices.`}>
        <Trans>Sessions that are opened without a price have that of their project.</Trans>
      </Empty>
    </ItemList>
  );
}

function useColumns(): Columns<FarmPrice> {
  const { t } = useLingui();
  const { date } = useFormat();
  const { company, projects, qualities, containers } = useShownFarm();
  const named = (items: readonly { readonly key: string; readonly name: string }[], key: string | null) =>
    items.find((item) => item.key === key)?.name ?? key;
  const forWhat = (price: FarmPrice) =>
    [
      ...[named(projects, price.project), price.crop, price.variety],
      ...[named(qualities, price.quality), named(containers, price.container)],
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
  ];
}
