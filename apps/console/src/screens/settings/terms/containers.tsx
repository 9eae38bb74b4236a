import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { FarmContainer } from '../../../farm/farm-file.ts';
import { type Columns, DataTable } from '../../../parts/table/data-table.tsx';
import { useActionsColumn } from '../../../parts/elements/actions-column.tsx';
import { useFormat } from '../../../parts/format.ts';
import { Empty } from '../../../parts/states.tsx';
import { ItemMenu, StatusChip } from '../item-menu.tsx';
import { useShownFarm } from '../shown-farm.ts';
import { ContainerDialog } from './container-dialog.tsx';

const actionsOf = (container: FarmContainer) => (
  <ItemMenu
    name={container.name}
    status={container.status}
    withStatus={(status) => ({ containers: [{ ...container, status }] })}
    form={(onClose) => <ContainerDialog container={container} onClose={onClose} />}
  />
);
const idOf = ({ key }: FarmContainer) => key;
const NUMERIC = ['units', 'tare', 'range'];

/** What units are picked into. */
export function Containers() {
  const { t } = useLingui();
  const { containers } = useShownFarm();
  const { number } = useFormat();
  const [isOpen, open] = useState(false);
  const actions = useActionsColumn(actionsOf);
  const columns = useMemo((): Columns<FarmContainer> => {
    const shown = (value: number | null) => (value === null ? '–' : number(value, 6));
    return [
      { id: 'name', header: t`Container`, value: ({ name }) => name },
      { id: 'unit', header: t`Unit`, value: ({ unit }) => unit },
      { id: 'units', header: t`Holds`, value: ({ units }) => shown(units) },
      { id: 'tare', header: t`Empty weight`, value: ({ tare }) => shown(tare) },
      {
        ...{ id: 'range', header: t`Least and most` },
        value: ({ min, max }) => `${shown(min)} … ${shown(max)}`,
      },
      {
        ...{ id: 'status', header: t`Status`, value: ({ status }) => status },
        cell: (row) => <StatusChip status={row.status} />,
      },
      actions,
    ];
  }, [t, number, actions]);
  return (
    <section aria-labelledby="containers">
      <h2 id="containers">{t`Containers`}</h2>
      {containers.length === 0 ? (
        <Empty title={t`There are no containers.`}>
          <Trans>
            Records need none. Add some if fruit is counted by the crate or bin, or weighed in it.
          </Trans>
        </Empty>
      ) : (
        <DataTable
          isCaptionHidden
          isDense
          caption={t`All containers`}
          rows={containers}
          columns={columns}
          idOf={idOf}
          numeric={NUMERIC}
        />
      )}
      <p className="add no-print">
        <button type="button" onClick={() => open(true)}>
          <Plus /> {t`Add a container`}
        </button>
      </p>
      {isOpen && <ContainerDialog onClose={() => open(false)} />}
    </section>
  );
}
