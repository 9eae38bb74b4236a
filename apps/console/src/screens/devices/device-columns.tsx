import { Trans, useLingui } from '@lingui/react/macro';
import { Hourglass, WifiOff } from 'lucide-react';
import { useMemo } from 'react';
import { usePlaces } from '../../api/places.ts';
import type { Device } from '../../api/types.ts';
import { useCompany } from '../../app/signed-in.ts';
import type { Columns } from '../../parts/data-table.tsx';
import { useActionsColumn } from '../../parts/elements/actions-column.tsx';
import { Chip } from '../../parts/elements/chip.tsx';
import { When } from '../../parts/when.tsx';
import { DeviceActions } from './device-actions.tsx';
import type { ActivityOfDevices } from './device-query.ts';
import { isNew, isSilent } from './device-state.ts';
import { ErrorsOfDevice } from './errors-of-device.tsx';
import { ReadingsPerHour } from './readings-per-hour.tsx';

/** The zone of each project; of the company where it is not known. */
function useZoneOf(): (projectId: string) => string {
  const { data: places } = usePlaces();
  const { timezone } = useCompany();
  return useMemo(() => {
    const zones = new Map(places?.map((place) => [place.projectId, place.timezone]));
    return (projectId) => zones.get(projectId) ?? timezone;
  }, [places, timezone]);
}

const actionsOf = (device: Device) => <DeviceActions device={device} />;

/** The columns of the list of devices. */
export function useDeviceColumns(now: number, activity: ActivityOfDevices | undefined) {
  const { t } = useLingui();
  const zoneOf = useZoneOf();
  const sent = useSentColumns(activity, zoneOf);
  const actions = useActionsColumn(actionsOf);
  return useMemo(
    (): Columns<Device> => [
      {
        ...{ id: 'device', header: t`Device`, accessorFn: ({ deviceId }) => deviceId },
        cell: ({ row }) => <strong className="name">{row.original.deviceId}</strong>,
      },
      {
        ...{ id: 'place', header: t`Where` },
        accessorFn: ({ project_name, sector_name }) =>
          [project_name, sector_name].filter(Boolean).join(' · '),
      },
      {
        ...{
          id: 'status',
          header: t`Status`,
          accessorFn: (device) => (isSilent(device, activity, now) ? '' : device.status),
        },
        cell: ({ row: { original } }) => (
          <State device={original} isSilent={isSilent(original, activity, now)} />
        ),
      },
      {
        ...{ id: 'seen', header: t`Last seen` },
        accessorFn: ({ lastSeenAt }) => (lastSeenAt === null ? 0 : Date.parse(lastSeenAt)),
        cell: ({ row: { original } }) =>
          original.lastSeenAt === null ? (
            t`never`
          ) : (
            <When
              at={original.lastSeenAt}
              timeZone={zoneOf(original.projectId)}
              className={isSilent(original, activity, now) ? 'late' : undefined}
            />
          ),
      },
      ...sent,
      actions,
    ],
    [t, now, zoneOf, activity, sent, actions],
  );
}

/** What devices sent, and what was rejected of it. */
function useSentColumns(activity: ActivityOfDevices | undefined, zoneOf: (projectId: string) => string) {
  const { t } = useLingui();
  return useMemo(
    (): Columns<Device> => [
      {
        ...{ id: 'readings', header: t`Readings in 24 hours`, enableSorting: false },
        cell: ({ row: { original } }) => {
          const readings = activity?.byDevice[original.deviceId]?.readings;
          return readings === undefined ? (
            <span className="none">–</span>
          ) : (
            <ReadingsPerHour
              deviceId={original.deviceId}
              readings={readings}
              from={activity?.from ?? ''}
              timeZone={zoneOf(original.projectId)}
            />
          );
        },
      },
      {
        ...{ id: 'errors', header: t`Errors in 24 hours`, enableSorting: false },
        cell: ({ row: { original } }) => (
          <ErrorsOfDevice
            activity={activity?.byDevice[original.deviceId]}
            timeZone={zoneOf(original.projectId)}
          />
        ),
      },
    ],
    [t, activity, zoneOf],
  );
}

function State({ device, isSilent: silent }: { readonly device: Device; readonly isSilent: boolean }) {
  const { t } = useLingui();
  if (silent)
    return (
      <Chip tone="bad" icon={WifiOff}>
        <Trans>Silent</Trans>
      </Chip>
    );
  if (isNew(device))
    return (
      <Chip tone="warn" icon={Hourglass}>
        <Trans>Nothing sent yet</Trans>
      </Chip>
    );
  const { status } = device;
  if (status === 'active') return <Chip tone="good">{t`Active`}</Chip>;
  return <Chip>{status === 'revoked' ? t`Revoked` : t`Inactive`}</Chip>;
}
