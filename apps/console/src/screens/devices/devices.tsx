import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Plus, WifiOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Device } from '../../api/types.ts';
import { Answered } from '../../parts/answered.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { Chip } from '../../parts/elements/chip.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { Phones } from './phones.tsx';
import { RegisterDevice } from './register-device.tsx';
import { RejectedUplinks } from './rejected-uplinks.tsx';
import { useDeviceColumns } from './device-columns.tsx';
import { useDeviceActivity, useDevices } from './device-query.ts';
import { byAttention, isSilent } from './device-state.ts';

/** The list of devices, those that need attention first, and their actions. */
export default function Devices() {
  const { t } = useLingui();
  const devices = useDevices();
  const activity = useDeviceActivity();
  // It decides which devices come first, and how high their rows are.
  const isComing = activity.isLoading && activity.failureCount === 0;
  const [isRegistering, setRegistering] = useState(false);
  return (
    <Screen title={t`Devices`} beside={devices.data && <Silent devices={devices.data.devices} />}>
      <Answered of={devices}>
        {({ devices: list }) =>
          isComing ? (
            <Loading />
          ) : list.length === 0 ? (
            <Empty title={t`No device is registered.`}>
              <Trans>
                Register one below, in the farm file or on the command line: its secret is shown once.
              </Trans>
            </Empty>
          ) : (
            <List devices={list} />
          )
        }
      </Answered>
      <p className="no-print">
        <button type="button" onClick={() => setRegistering(true)}>
          <Plus /> {t`Register a device`}
        </button>
      </p>
      {isRegistering && <RegisterDevice onClose={() => setRegistering(false)} />}
      <RejectedUplinks />
      <Phones />
    </Screen>
  );
}

function Silent({ devices }: { readonly devices: readonly Device[] }) {
  const { data: activity } = useDeviceActivity();
  const count = devices.filter((device) => isSilent(device, activity)).length;
  if (count === 0) return null;
  return (
    <Chip tone="bad" icon={WifiOff}>
      <Plural value={count} one="# is silent" other="# are silent" />
    </Chip>
  );
}

function List({ devices }: { readonly devices: readonly Device[] }) {
  const { t } = useLingui();
  const { data: activity } = useDeviceActivity();
  const rows = useMemo(() => byAttention(devices, activity), [devices, activity]);
  const columns = useDeviceColumns(activity);
  return (
    <DataTable
      isCaptionHidden
      isDense
      caption={t`Devices`}
      rows={rows}
      columns={columns}
      idOf={({ deviceId }) => deviceId}
    />
  );
}
