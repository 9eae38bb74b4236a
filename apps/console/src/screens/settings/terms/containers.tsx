import { Trans, useLingui } from '@lingui/react/macro';
import type { FarmContainer } from '../../../farm/farm-file.ts';
import type { Columns } from '../../../parts/table/data-table.tsx';
import { useFormat } from '../../../parts/format.ts';
import { Empty } from '../../../parts/states.tsx';
import { ItemList } from '../item-list.tsx';
import { useShownFarm } from '../shown-farm.ts';
import { ContainerDialog } from './container-dialog.tsx';

/** What units are picked into. */
export function Containers() {
  const { t } = useLingui();
  const { containers } = useShownFarm();
  const { number } = useFormat();
  const shown = (value: number | null) => (value === null ? '–' : number(value, 6));
  const columns: Columns<FarmContainer> = [
    { id: 'name', header: t`Container`, value: ({ name }) => name },
    { id: 'unit', header: t`Unit`, value: ({ unit }) => unit },
    { id: 'units', header: t`Holds`, value: ({ units }) => shown(units) },
    { id: 'tare', header: t`Empty weight`, value: ({ tare }) => shown(tare) },
    {
      ...{ id: 'range', header: t`Least and most` },
      value: ({ min, max }) => `${shown(min)} … ${shown(max)}`,
    },
  ];
  return (
    <ItemList
      id="containers"
      title={t`Containers`}
      caption={t`All containers`}
      add={t`Add a container`}
      items={containers}
      columns={columns}
      numeric={['units', 'tare', 'range']}
      idOf={({ key }) => key}
      nameOf={({ name }) => name}
      withStatus={(container, status) => ({ containers: [{ ...container, status }] })}
      form={(onClose, container) => <ContainerDialog container={container} onClose={onClose} />}
    >
      <Empty title={t`There are no containers.`}>
        <Trans>Records need none. Add some if fruit is counted by the crate or bin, or weighed in it.</Trans>
      </Empty>
    </ItemList>
  );
}
