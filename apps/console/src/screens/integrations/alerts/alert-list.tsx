import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useChange } from '../../../api/change.ts';
import { bodyOf, furrow } from '../../../api/furrow.ts';
import { usePlaces } from '../../../api/places.ts';
import type { Alert } from '../../../api/types.ts';
import { ConfirmDialog, Dialog } from '../../../parts/acts/dialog.tsx';
import { type Columns, ListTable } from '../../../parts/table/data-table.tsx';
import { actionsColumn } from '../../../parts/elements/actions-column.tsx';
import { RowMenu } from '../../../parts/elements/row-menu.tsx';
import { AlertDevices } from './alert-devices.tsx';
import { draftOf } from './alert-draft.ts';
import { AlertForm } from './alert-form.tsx';
import { AlertState } from './alert-state.tsx';
import { useRule } from './alert-words.ts';

/** Rules: their conditions, and their states for each device. */
export function AlertList({ alerts }: { readonly alerts: readonly Alert[] }) {
  const { t } = useLingui();
  const columns: Columns<Alert> = [
    {
      ...{ id: 'name', header: t`Alert` },
      cell: (row) => <Condition alert={row} />,
    },
    {
      ...{ id: 'state', header: t`State` },
      cell: (row) => <AlertState state={row.state} />,
    },
    {
      ...{ id: 'devices', header: t`Devices` },
      cell: (row) => <AlertDevices of={row} />,
    },
    actionsColumn((alert) => <Actions alert={alert} />),
  ];
  return <ListTable caption={t`Alert rules`} rows={alerts} columns={columns} idOf={({ key }) => key} />;
}

function Condition({ alert }: { readonly alert: Alert }) {
  const rule = useRule();
  return (
    <div className="wrap">
      <strong className="name">{alert.name}</strong>
      <br />
      <small>
        <Where alert={alert} />: {rule(alert)}
      </small>
    </div>
  );
}

function Where({ alert: { device, projectId, project } }: { readonly alert: Alert }) {
  const { data: projects = [] } = usePlaces();
  const where = projects.find((one) => one.projectId === projectId)?.projectName ?? project;
  return device === null ? (
    <Trans>Every active device of {where}</Trans>
  ) : (
    <Trans>
      {device} of {where}
    </Trans>
  );
}

function Actions({ alert }: { readonly alert: Alert }) {
  const { t } = useLingui();
  const [act, setAct] = useState<'change' | 'delete'>();
  const deleting = useChange('alerts', () =>
    bodyOf(furrow.DELETE('/api/control/alerts/{key}', { params: { path: { key: alert.key } } })),
  );
  const { name } = alert;
  const onClose = () => setAct(undefined);
  return (
    <>
      <RowMenu
        label={t`Actions for ${name}`}
        items={[
          { label: t`Change`, icon: Pencil, onChoose: () => setAct('change') },
          { label: t`Delete`, icon: Trash2, isBad: true, onChoose: () => setAct('delete') },
        ]}
      />
      {act === 'change' && (
        <Dialog title={t`Change ${name}`} onClose={onClose}>
          {(close) => (
            <AlertForm alertKey={alert.key} draft={draftOf(alert)} onSaved={close} onCancel={close} />
          )}
        </Dialog>
      )}
      {act === 'delete' && (
        <ConfirmDialog
          title={t`Delete ${name}`}
          question={t`This rule watches nothing any more, and its raised alerts are cleared.`}
          label={t`Delete`}
          by={deleting}
          onClose={onClose}
        />
      )}
    </>
  );
}
