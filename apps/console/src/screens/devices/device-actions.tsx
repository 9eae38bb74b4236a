import { Trans, useLingui } from '@lingui/react/macro';
import { Ban, KeyRound, SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { bodyOf, furrow } from '../../api/furrow.ts';
import type { Device } from '../../api/types.ts';
import { ConfirmDialog } from '../../parts/acts/dialog.tsx';
import { RowMenu } from '../../parts/elements/row-menu.tsx';
import { Command } from './command.tsx';
import { DeviceSettings } from './device-settings.tsx';

type Act = 'rotate' | 'revoke' | 'command';

/** Rotates the secret, revokes the device, or sends a command. */
export function DeviceActions({ device: { deviceId, status, devEui } }: { readonly device: Device }) {
  const { t } = useLingui();
  const [act, setAct] = useState<Act>();
  const close = () => setAct(undefined);
  if (status === 'revoked') return null;
  return (
    <>
      <RowMenu
        label={t`Actions for ${deviceId}`}
        items={[
          // A LoRaWAN device connects to its network server, neither with a secret nor for commands.
          ...(devEui === null
            ? [
                { label: t`Send a command`, icon: SquareTerminal, onChoose: () => setAct('command') },
                { label: t`New secret`, icon: KeyRound, onChoose: () => setAct('rotate') },
              ]
            : []),
          { label: t`Revoke`, icon: Ban, isBad: true, onChoose: () => setAct('revoke') },
        ]}
      />
      {act === 'command' && <Command deviceId={deviceId} onClose={close} />}
      {act === 'rotate' && <Rotate deviceId={deviceId} onClose={close} />}
      {act === 'revoke' && <Revoke deviceId={deviceId} onClose={close} />}
    </>
  );
}

interface Props {
  readonly deviceId: string;
  readonly onClose: () => void;
}

function Rotate({ deviceId, onClose }: Props) {
  const params = { path: { deviceId } };
  const rotating = useChange('devices', () =>
    bodyOf(furrow.POST('/api/control/devices/{deviceId}/rotate', { params })),
  );
  return (
    <ConfirmDialog
      title={<Trans>New secret for {deviceId}</Trans>}
      question={<Trans>The device cannot connect until the new secret is set on it.</Trans>}
      label={<Trans>New secret</Trans>}
      by={rotating}
      done={({ data }) => <DeviceSettings deviceId={deviceId} secret={data.deviceSecret} />}
      onClose={onClose}
    />
  );
}

function Revoke({ deviceId, onClose }: Props) {
  const params = { path: { deviceId } };
  const revoking = useChange('devices', () =>
    bodyOf(furrow.POST('/api/control/devices/{deviceId}/revoke', { params })),
  );
  return (
    <ConfirmDialog
      title={<Trans>Revoke {deviceId}</Trans>}
      question={<Trans>The device is disconnected within seconds and cannot connect again.</Trans>}
      label={<Trans>Revoke</Trans>}
      by={revoking}
      onClose={onClose}
    />
  );
}
