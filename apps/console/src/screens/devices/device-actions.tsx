import { Trans } from '@lingui/react/macro';
import { useChange } from '../../api/change.ts';
import { bodyOf, furrow } from '../../api/furrow.ts';
import type { Device } from '../../api/types.ts';
import { Confirmed } from '../../parts/acts/confirmed.tsx';
import { Secret } from '../../parts/secret.tsx';
import { Command } from './command.tsx';

/** Rotates the secret, revokes the device, or sends a command. */
export function DeviceActions({ device: { deviceId, status } }: { readonly device: Device }) {
  const params = { path: { deviceId } };
  const rotating = useChange('devices', () =>
    bodyOf(furrow.POST('/api/control/devices/{deviceId}/rotate', { params })),
  );
  const revoking = useChange('devices', () =>
    bodyOf(furrow.POST('/api/control/devices/{deviceId}/revoke', { params })),
  );
  if (status === 'revoked') return null;
  return (
    <div className="actions">
      <Confirmed
        label={<Trans>New secret</Trans>}
        name={deviceId}
        question={<Trans>The device cannot connect until it has the new secret.</Trans>}
        by={rotating}
      />
      <Confirmed
        label={<Trans>Revoke</Trans>}
        name={deviceId}
        question={<Trans>It is disconnected within seconds, for good.</Trans>}
        by={revoking}
      />
      <Command deviceId={deviceId} />
      {rotating.data && <Secret value={rotating.data.data.deviceSecret} />}
    </div>
  );
}
