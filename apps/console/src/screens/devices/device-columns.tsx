import { useLingui } from '@lingui/react/macro';
import { Hourglass, WifiOff } from 'lucide-react';
import { usePlaces } from '../../api/places.ts';
import type { Device } from '../../api/types.ts';
import { useCompany } from '../../app/signed-in.ts';
import type { Columns } from '../../parts/table/data-table.tsx';
import { actionsColumn } from '../../parts/elements/actions-column.tsx';
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
  const zones = new Map(places?.map((place) => [place.projectId, place.timezone]));
  return (projectId) => zones.get(projectId) ?? timezone;
}

/** The columns of the list of devices. */
export function useDeviceColumns(activity: ActivityOfDevices | undefined): Columns<Device> {
  const { t } = useLingui();
  const zoneOf = useZoneOf();
  const sent = useSentColumns(activity, zoneOf);
  return [
    {
      ...{ id: 'device', header: t`Device`, value: ({ deviceId }) => deviceId },
      cell: (row) => <strong className="name">{row.deviceId}</strong>,
    },
    {
      ...{ id: 'place', header: t`Where` },
      value: ({ project_name, sector_name }) => [project_name, sector_name].filter(Boolean).join(' · '),
    },
    {
      ...{
        id: 'status',
        header: t`Status`,
        value: (device) => (isSilent(device, activity) ? '' : device.status),
      },
      cell: (row) => <State device={row} isSilent={isSilent(row, activity)} />,
    },
    {
      ...{ id: 'seen', header: t`Last seen` },
      value: ({ lastSeenAt }) => (lastSeenAt === null ? 0 : Date.parse(lastSeenAt)),
      cell: (row) =>
        row.lastSeenAt === null ? (
          t`never`
        ) : (
          <When
            at={row.lastSeenAt}
            timeZone={zoneOf(row.projectId)}
            className={isSilent(row, activity) ? 'late' : undefined}
          />
        ),
    },
    ...sent,
    actionsColumn((device) => <DeviceActions device={device} />),
  ];
}

/** What devices sent, and what was rejected of it. */
function useSentColumns(
  activity: ActivityOfDevices | undefined,
  zoneOf: (projectId: string) => string,
): Columns<Device> {
  const { t } = useLingui();
  return [
    {
      ...{ id: 'readings', header: t`Readings in 24 hours` },
      cell: (row) => {
        const readings = activity?.byDevice[row.deviceId]?.readings;
        return readings === undefined ? (
          <span className="none">–</span>
        ) : (
          <ReadingsPerHour
            deviceId={row.deviceId}
            readings={readings}
            from={activity?.from ?? ''}
            timeZone={zoneOf(row.projectId)}
          />
        );
      },
    },
    {
      ...{ id: 'errors', header: t`Errors in 24 hours` },
      cell: (row) => (
        <ErrorsOfDevice activity={activity?.byDevice[row.deviceId]} timeZone={zoneOf(row.projectId)} />
      ),
    },
  ];
}

function State({ device, isSilent: silent }: { readonly device: Device; readonly isSilent: boolean }) {
  const { t } = useLingui();
  if (silent) return <Chip tone="bad" icon={WifiOff}>{t`Silent`}</Chip>;
  if (isNew(device)) return <Chip tone="warn" icon={Hourglass}>{t`Nothing sent yet`}</Chip>;
  const { status } = device;
  if (status === 'active') return <Chip tone="good">{t`Active`}</Chip>;
  return <Chip>{status === 'revoked' ? t`Revoked` : t`Inactive`}</Chip>;
}
