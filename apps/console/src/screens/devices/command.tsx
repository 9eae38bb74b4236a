import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { bodyOf, furrow } from '../../api/furrow.ts';
import { ActFailed } from '../../parts/acts/act-failed.tsx';
import { Dialog } from '../../parts/acts/dialog.tsx';

interface Props {
  readonly deviceId: string;
  readonly onClose: () => void;
}

/** Sends a device a command by name; the server keeps it until the device fetches it. */
export function Command({ deviceId, onClose }: Props) {
  const [name, setName] = useState('');
  const sending = useMutation({
    mutationFn: () =>
      bodyOf(
        furrow.POST('/api/iot/devices/{deviceId}/commands', {
          params: { path: { deviceId } },
          body: { name },
        }),
      ),
  });
  return (
    <Dialog title={<Trans>Command for {deviceId}</Trans>} onClose={onClose}>
      {(close) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            sending.mutate();
          }}
        >
          <label className="wide">
            <span>
              <Trans>Name of the command</Trans>
            </span>
            <input required maxLength={50} value={name} onChange={({ target }) => setName(target.value)} />
          </label>
          {sending.isSuccess && (
            <p className="notice" role="status">
              <Trans>The server keeps the command until the device fetches it.</Trans>
            </p>
          )}
          <ActFailed error={sending.error} />
          <p className="answers wide">
            <button type="button" onClick={close}>
              <Trans>Close</Trans>
            </button>
            <button type="submit" className="primary" disabled={sending.isPending}>
              <Trans>Send</Trans>
            </button>
          </p>
        </form>
      )}
    </Dialog>
  );
}
