import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { FarmQuality } from '../../../farm/farm-file.ts';
import type { Columns } from '../../../parts/table/data-table.tsx';
import { NameField } from '../../../parts/fields/name-field.tsx';
import { freeKey } from '../../../parts/free-key.ts';
import { Empty } from '../../../parts/states.tsx';
import { ChangeDialog } from '../../../parts/farm/change-dialog.tsx';
import { useShownFarm } from '../shown-farm.ts';
import { ItemList } from '../item-list.tsx';

const idOf = ({ key }: FarmQuality) => key;

/** Qualities of what is picked. */
export function Qualities() {
  const { t } = useLingui();
  const { qualities } = useShownFarm();
  const columns: Columns<FarmQuality> = [{ id: 'name', header: t`Quality`, value: ({ name }) => name }];
  return (
    <ItemList
      id="qualities"
      title={t`Qualities`}
      caption={t`All qualities`}
      add={t`Add a quality`}
      items={qualities}
      columns={columns}
      idOf={idOf}
      nameOf={({ name }) => name}
      withStatus={(quality, status) => ({ qualities: [{ ...quality, status }] })}
      form={(onClose, quality) => <QualityDialog quality={quality} onClose={onClose} />}
    >
      <Empty title={t`There are no qualities.`}>
        <Trans>Records need none. Add some if fruit is counted by quality, such as export.</Trans>
      </Empty>
    </ItemList>
  );
}

interface DialogProps {
  readonly quality?: FarmQuality | undefined;
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
