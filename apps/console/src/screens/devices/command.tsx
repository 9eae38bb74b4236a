import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { bodyOf, furrow } from '../../api/furrow.ts';
import { closeOnEscape } from '../../parts/elements/close-on-escape.ts';

/** Sends a device a command by name; the server keeps it until the device fetches it. */
export function Command({ deviceId }: { readonly deviceId: string }) {
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
    <details onKeyDown={closeOnEscape}>
      <summary className="button" aria-label={t`Command for ${deviceId}`}>
        <Trans>Command</Trans>
      </summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sending.mutate();
        }}
      >
        <label>
          <span>
            <Trans>Its name</Trans>
          </span>
          <input required maxLength={50} value={name} onChange={({ target }) => setName(target.value)} />
        </label>
        <button type="submit" className="primary" disabled={sending.isPending}>
          <Trans>Send</Trans>
        </button>
        {sending.isSuccess && (
          <p className="notice" role="status">
            <Trans>Kept until the device takes it.</Trans>
          </p>
        )}
        {sending.error && (
          <p className="notice bad" role="alert">
            {sending.error.message}
          </p>
        )}
      </form>
    </details>
  );
}
