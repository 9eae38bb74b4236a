import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { FarmQuality } from '../../../farm/farm-file.ts';
import { type Columns, DataTable } from '../../../parts/table/data-table.tsx';
import { useActionsColumn } from '../../../parts/elements/actions-column.tsx';
import { NameField } from '../../../parts/fields/name-field.tsx';
import { freeKey } from '../../../parts/free-key.ts';
import { Empty } from '../../../parts/states.tsx';
import { ChangeDialog } from '../../../parts/farm/change-dialog.tsx';
import { useShownFarm } from '../shown-farm.ts';
import { ItemMenu, StatusChip } from '../item-menu.tsx';

const actionsOf = (quality: FarmQuality) => (
  <ItemMenu
    name={quality.name}
    status={quality.status}
    withStatus={(status) => ({ qualities: [{ ...quality, status }] })}
    form={(onClose) => <QualityDialog quality={quality} onClose={onClose} />}
  />
);
const idOf = ({ key }: FarmQuality) => key;

/** Qualities of what is picked. */
export function Qualities() {
  const { t } = useLingui();
  const { qualities } = useShownFarm();
  const [isOpen, open] = useState(false);
  const actions = useActionsColumn(actionsOf);
  const columns = useMemo(
    (): Columns<FarmQuality> => [
      { id: 'name', header: t`Quality`, value: ({ name }) => name },
      {
        ...{ id: 'status', header: t`Status`, value: ({ status }) => status },
        cell: (row) => <StatusChip status={row.status} />,
      },
      actions,
    ],
    [t, actions],
  );
  return (
    <section aria-labelledby="qualities">
      <h2 id="qualities">{t`Qualities`}</h2>
      {qualities.length === 0 ? (
        <Empty title={t`There are no qualities.`}>
          <Trans>Records need none. Add some if fruit is counted by quality, such as export.</Trans>
        </Empty>
      ) : (
        <DataTable
          isCaptionHidden
          isDense
          caption={t`All qualities`}
          rows={qualities}
          columns={columns}
          idOf={idOf}
        />
      )}
      <p className="add no-print">
        <button type="button" onClick={() => open(true)}>
          <Plus /> {t`Add a quality`}
        </button>
      </p>
      {isOpen && <QualityDialog onClose={() => open(false)} />}
    </section>
  );
}

interface DialogProps {
  readonly quality?: FarmQuality;
  readonly onClose: () => void;
}

function QualityDialog({ quality, onClose }: DialogProps) {
  const { qualities } = useShownFarm();
  const [name, setName] = useState(quality?.name ?? '');
  const key = () => quality?.key ?? freeKey(name, qualities.map(idOf), 'quality');
  const title = quality ? <Trans>Change {quality.name}</Trans> : <Trans>Add a quality</Trans>;
  return (
    <ChangeDialog
      title={title}
      onClose={onClose}
      part={() => ({ qualities: [{ key: key(), name: name.trim() }] })}
    >
      <NameField value={name} onChange={setName} />
    </ChangeDialog>
  );
}
