import { useLingui } from '@lingui/react/macro';
import { Ban, Check, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { FarmUser } from '../../../farm/farm-file.ts';
import { RowMenu } from '../../../parts/elements/row-menu.tsx';
import { DirectChange } from '../../../parts/farm/change-dialog.tsx';
import { patchOf } from '../../../parts/farm/farm-query.ts';
import { PersonDialog } from './person-dialog.tsx';

/** What can be done with a person: change them, take their access or invitation away, and give it back. */
export function PersonMenu({ person }: { readonly person: FarmUser }) {
  const { t } = useLingui();
  const [act, setAct] = useState<'change' | 'access'>();
  const onClose = () => setAct(undefined);
  const { name, idpId, status } = person;
  const isInvited = idpId === undefined;
  const isOut = status === 'inactive';
  const [give, take] = isInvited
    ? [t`Invite again`, t`Withdraw the invitation`]
    : [t`Give access again`, t`Take access away`];
  return (
    <>
      <RowMenu
        label={t`Actions for ${name}`}
        items={[
          { label: t`Change`, icon: Pencil, onChoose: () => setAct('change') },
          {
            ...{ label: isOut ? give : take, icon: isOut ? Check : Ban, isBad: !isOut },
            onChoose: () => setAct('access'),
          },
        ]}
      />
      {act === 'change' && <PersonDialog person={person} onClose={onClose} />}
      {act === 'access' && (
        <DirectChange
          title={
            <>
              {isOut ? give : take}: {name}
            </>
          }
          request={patchOf({
            users: [{ ...person, status: isOut ? (isInvited ? 'invited' : 'active') : 'inactive' }],
          })}
          onClose={onClose}
        />
      )}
    </>
  );
}
