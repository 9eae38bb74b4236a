import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { bodyOf, furrow } from '../../api/furrow.ts';
import { ActFailed } from '../../parts/acts/act-failed.tsx';
import { Dialog } from '../../parts/acts/dialog.tsx';
import { FormFrame } from '../../parts/acts/form-frame.tsx';
import { TextField } from '../../parts/fields/text-field.tsx';

interface Props {
  readonly deviceId: string;
  readonly onClose: () => void;
}

/** Sends a device a command by name; the server keeps it until the device fetches it. */
export function Command({ deviceId, onClose }: Props) {
  const { t } = useLingui();
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
    <Dialog title={t`Command for ${deviceId}`} onClose={onClose}>
      {(close) => (
        <FormFrame
          onSubmit={sending.mutate}
          onCancel={close}
          submit={t`Send`}
          cancel={t`Close`}
          isPending={sending.isPending}
        >
          <TextField
            className="wide"
            label={t`Name of the command`}
            required
            maxLength={50}
            value={name}
            onChange={setName}
          />
          {sending.isSuccess && (
            <p className="notice wide" role="status">
              <Trans>The server keeps the command until the device fetches it.</Trans>
            </p>
          )}
          <ActFailed error={sending.error} />
        </FormFrame>
      )}
    </Dialog>
  );
}
