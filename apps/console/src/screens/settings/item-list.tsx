import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { FarmPart, Status } from '../../farm/farm-file.ts';
import { actionsColumn } from '../../parts/elements/actions-column.tsx';
import { type Columns, ListTable } from '../../parts/table/data-table.tsx';
import { Adding } from './adding.tsx';
import { ItemMenu, StatusChip } from './item-menu.tsx';

interface Props<Item> {
  readonly id: string;
  readonly title: string;
  readonly caption: string;
  readonly add: string;
  readonly items: readonly Item[];
  /** Those before the status. */
  readonly columns: Columns<Item>;
  readonly numeric?: readonly string[];
  readonly idOf: (item: Item) => string;
  readonly nameOf: (item: Item) => string;
  /** The change that takes an item out of use, or back. */
  readonly withStatus: (item: Item, status: Status) => FarmPart;
  /** Of a new item where none is given. */
  readonly form: (onClose: () => void, item?: Item) => ReactNode;
  /** Shown while there are none. */
  readonly children: ReactNode;
}

/** What the farm declares of one kind: each item can be changed and taken out of use, and others added. */
export function ItemList<Item extends { readonly status: Status }>(props: Props<Item>) {
  const { id, title, caption, add, items, columns, numeric, idOf, nameOf, withStatus, form, children } =
    props;
  const { t } = useLingui();
  const status: Columns<Item> = [
    {
      ...{ id: 'status', header: t`Status`, value: (item) => item.status },
      cell: (item) => <StatusChip status={item.status} />,
    },
    actionsColumn((item) => (
      <ItemMenu
        name={nameOf(item)}
        status={item.status}
        withStatus={(next) => withStatus(item, next)}
        form={(onClose) => form(onClose, item)}
      />
    )),
  ];
  const table = { caption, idOf, rows: items, columns: [...columns, ...status], ...(numeric && { numeric }) };
  return (
    <Adding id={id} title={title} add={add} form={form}>
      {items.length === 0 ? children : <ListTable {...table} />}
    </Adding>
  );
}
