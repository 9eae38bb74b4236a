import { useLingui } from '@lingui/react/macro';
import { Ban, Check, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { FarmPart, Status } from '../../farm/farm-file.ts';
import { Chip } from '../../parts/elements/chip.tsx';
import { RowMenu } from '../../parts/elements/row-menu.tsx';
import { DirectChange } from '../../parts/farm/change-dialog.tsx';
import { patchOf } from '../../parts/farm/farm-query.ts';

interface Props {
  readonly name: string;
  readonly status: Status;
  /** The change that takes it out of use, or back. */
  readonly withStatus: (status: Status) => FarmPart;
  readonly form: (onClose: () => void) => ReactNode;
}

/** What can be done with an item of the farm: change it, take it out of use, and back. */
export function ItemMenu({ name, status, withStatus, form }: Props) {
  const { t } = useLingui();
  const [act, setAct] = useState<'change' | 'status'>();
  const onClose = () => setAct(undefined);
  const isActive = status === 'active';
  return (
    <>
      <RowMenu
        label={t`Actions for ${name}`}
        items={[
          { label: t`Change`, icon: Pencil, onChoose: () => setAct('change') },
          isActive
            ? { label: t`Take out of use`, icon: Ban, isBad: true, onChoose: () => setAct('status') }
            : { label: t`Take into use again`, icon: Check, onChoose: () => setAct('status') },
        ]}
      />
      {act === 'change' && form(onClose)}
      {act === 'status' && (
        <DirectChange
          title={isActive ? t`Take ${name} out of use` : t`Take ${name} into use again`}
          request={patchOf(withStatus(isActive ? 'inactive' : 'active'))}
          onClose={onClose}
        />
      )}
    </>
  );
}

/** Whether an item is in use. */
export function StatusChip({ status }: { readonly status: Status }) {
  const { t } = useLingui();
  return status === 'active' ? (
    <Chip tone="good">{t`in use`}</Chip>
  ) : (
    <Chip tone="warn">{t`out of use`}</Chip>
  );
}
