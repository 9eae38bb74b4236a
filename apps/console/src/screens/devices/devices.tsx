import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Device } from '../../api/types.ts';
import { Answered } from '../../parts/answered.tsx';
import { type Columns, DataTable } from '../../parts/data-table.tsx';
import { type Format, useFormat } from '../../parts/format.ts';
import { useNow } from '../../parts/now.ts';
import { Screen } from '../../parts/screen.tsx';
import { Empty } from '../../parts/states.tsx';
import { DeviceActions } from './device-actions.tsx';
import { type ActivityOfDevices, useDeviceActivity, useDevices } from './device-query.ts';
import { ErrorsOfDevice } from './errors-of-device.tsx';
import { ReadingsPerHour } from './readings-per-hour.tsx';

/** Stations report every ten minutes, so one that has been silent for an hour needs attention. */
const SILENT_AFTER_MS = 3_600_000;

/** The list of devices, when each was last seen, and its actions. */
export default function Devices() {
  const { t } = useLingui();
  return (
    <Screen title={<Trans>Devices</Trans>}>
      <Answered of={useDevices()}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={t`No device is registered.`}>
              <Trans>The farm file or the command line registers one, and prints its secret once.</Trans>
            </Empty>
          ) : (
            <List devices={list} />
          )
        }
      </Answered>
    </Screen>
  );
}

function List({ devices }: { readonly devices: readonly Device[] }) {
  const { t } = useLingui();
  const format = useFormat();
  const { data: activity } = useDeviceActivity();
  const columns = useColumns(format, useNow(), activity);
  return <DataTable isCaptionHidden caption={t`Devices`} rows={devices} columns={columns} />;
}

function useColumns({ ago }: Format, now: number, activity: ActivityOfDevices | undefined) {
  const { t } = useLingui();
  return useMemo((): Columns<Device> => {
    const states: Readonly<Record<Device['status'], string>> = {
      ...{ active: t`Active`, inactive: t`Inactive`, revoked: t`Revoked` },
    };
    return [
      { id: 'device', header: t`Device`, accessorFn: ({ deviceId }) => deviceId },
      {
        id: 'place',
        header: t`Where`,
        accessorFn: ({ project_name, sector_name }) =>
          [project_name, sector_name].filter(Boolean).join(' · '),
      },
      { id: 'status', header: t`Status`, accessorFn: ({ status }) => states[status] },
      {
        id: 'seen',
        header: t`Last seen`,
        accessorFn: ({ lastSeenAt }) => (lastSeenAt === null ? 0 : Date.parse(lastSeenAt)),
        cell: ({ row: { original } }) => {
          if (original.lastSeenAt === null) return t`never`;
          const isSilent =
            original.status === 'active' && now - Date.parse(original.lastSeenAt) > SILENT_AFTER_MS;
          return (
            <time dateTime={original.lastSeenAt} className={isSilent ? 'late' : undefined}>
              {ago(original.lastSeenAt, now)}
            </time>
          );
        },
      },
      {
        id: 'readings',
        header: t`Readings in 24 hours`,
        enableSorting: false,
        cell: ({ row: { original } }) => {
          const readings = activity?.byDevice[original.deviceId]?.readings;
          return readings === undefined ? (
            <span className="none">–</span>
          ) : (
            <ReadingsPerHour deviceId={original.deviceId} readings={readings} from={activity?.from ?? ''} />
          );
        },
      },
      {
        id: 'errors',
        header: t`Errors in 24 hours`,
        enableSorting: false,
        cell: ({ row }) => <ErrorsOfDevice activity={activity?.byDevice[row.original.deviceId]} now={now} />,
      },
      {
        id: 'actions',
        header: t`Do`,
        enableSorting: false,
        cell: ({ row }) => <DeviceActions device={row.original} />,
      },
    ];
  }, [t, ago, now, activity]);
}
